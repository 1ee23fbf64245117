"""`manage.py play`: everything for a fight on this machine, in one command."""

import logging
import os
import socket
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from rules import registry
from vtt.fights import server, single

PORT = 8000
TRIED = 50
"""Ports looked at, from the wanted one up."""
HOST = "127.0.0.1"


class Command(BaseCommand):
    """Migrates, makes the demo, prints its links, serves."""

    help = "Migrate, make the demo campaign, print its links and serve them (PORT, or the next free one)."

    def add_arguments(self, parser: CommandParser) -> None:
        """Which game."""
        parser.add_argument(
            "game", nargs="?", choices=registry.SLUGS, default=registry.SLUGS[0], help="whose fight"
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        """Serve until interrupted."""
        try:
            single.hold()
        except single.AnotherServer as refused:
            raise CommandError(str(refused)) from None
        port = free_port(int(os.environ.get("PORT", PORT)))
        call_command("migrate", verbosity=0, interactive=False)
        call_command("demo", options["game"], at=f"http://localhost:{port}", stdout=self.stdout)
        self.stdout.write(_("Stop with Ctrl+C. What was played is kept.") + "\n")
        self.stdout.flush()
        logging.getLogger("daphne").setLevel(logging.WARNING)
        server.serve(["-v", "0", "-b", HOST, "-p", str(port)])


def free_port(wanted: int) -> int:
    """The wanted port, or the next one that nobody listens on. CommandError when there is none near."""
    for port in range(wanted, wanted + TRIED):
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((HOST, port))
            except OSError:
                continue
            return port
    raise CommandError(_("No free port near %(port)s.") % {"port": wanted})
