from django.apps import AppConfig


class CampaignsConfig(AppConfig):
    name = "vtt.campaigns"
    default_auto_field = "django.db.models.BigAutoField"
