"""Where pages live."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, include, path

urlpatterns: list[URLPattern | URLResolver] = [
    path("language/", include("django.conf.urls.i18n")),
]
