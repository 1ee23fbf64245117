from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "vtt.accounts"
    default_auto_field = "django.db.models.BigAutoField"
