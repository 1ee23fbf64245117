from django.apps import AppConfig
from django.urls import register_converter

from vtt.addresses import RowConverter


class CampaignsConfig(AppConfig):
    name = "vtt.campaigns"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Before any address is read."""
        register_converter(RowConverter, "row")
