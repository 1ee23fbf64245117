"""`manage.py demo`: the demo campaign and fresh links into it."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils.translation import gettext as _

from rules import registry
from vtt.fights import demo


class Command(BaseCommand):
    """Makes the demo campaign, or fresh links into the one there is."""

    help = "Make the demo campaign and print fresh links into it."

    def add_arguments(self, parser: CommandParser) -> None:
        """Which game, and where the server answers."""
        parser.add_argument(
            "game", nargs="?", choices=registry.SLUGS, default=registry.SLUGS[0], help="whose fight"
        )
        parser.add_argument("--at", default="http://localhost:8000", help="the server's address")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Print a link for everybody."""
        made = demo.make(options["game"])
        self.stdout.write(_("Open these links, each in a window of its own:") + "\n\n")
        for link in made:
            self.stdout.write(f"  {link.whom:16} {options['at']}{link.path}\n")
        self.stdout.write("\n")
