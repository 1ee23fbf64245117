from django.apps import AppConfig


class ChatConfig(AppConfig):
    name = "vtt.chat"
    default_auto_field = "django.db.models.BigAutoField"
