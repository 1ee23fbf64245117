from django.apps import AppConfig


class FightsConfig(AppConfig):
    name = "vtt.fights"
    default_auto_field = "django.db.models.BigAutoField"
