"""What stands in addresses."""

from __future__ import annotations

from django.urls.converters import IntConverter


class RowConverter(IntConverter):
    """A row's number, `<row:fight_id>`: no longer than every database can look up. A longer one leads nowhere."""

    regex = "[0-9]{1,9}"
