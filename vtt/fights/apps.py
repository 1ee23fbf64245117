from importlib import import_module

from django.apps import AppConfig


class FightsConfig(AppConfig):
    name = "vtt.fights"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        import_module("vtt.fights.announcing")  # hears of changed rights
