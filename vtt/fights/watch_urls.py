"""Addresses of tables under a watch link: `/watch/<token>/fights/<id>/`."""

from django.urls import path

from vtt.fights import views

urlpatterns = [
    path("<row:fight_id>/", views.watch, name="watch_table"),
    path("<row:fight_id>/log/", views.watch_older_log, name="watch_older_log"),
    path("<row:fight_id>/token/<slug:who>/", views.watch_sheet, name="watch_sheet"),
]
