"""Keeps the tokens of links out of every log: `/join/Kd83...` is written as `/join/-`."""

from __future__ import annotations

import logging
import re
from typing import Any

from daphne.access import AccessLogGenerator

_LINK = re.compile(r"(/(?:join|watch)/)[^/\s?#\"']+")


def without_tokens(text: str) -> str:
    """The text with the token of each join and watch link blanked."""
    return _LINK.sub(r"\1-", text)


class NoTracebacks(logging.Filter):
    """Of a request that was refused as suspicious one line is enough: it is no fault of ours."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Keeps the line, drops its traceback."""
        record.exc_info = record.exc_text = None
        return True


class QuietFormatter(logging.Formatter):
    """Writes log lines and their tracebacks without tokens."""

    def format(self, record: logging.LogRecord) -> str:
        """The finished line, blanked."""
        return without_tokens(super().format(record))


def hush_daphne() -> None:
    """Makes Daphne's access log blank tokens too: it is not a logger and its command line takes no other."""
    AccessLogGenerator.write_entry = _write_without_tokens


def _write_without_tokens(log: AccessLogGenerator, host: str, date: Any, request: str, **more: Any) -> None:
    _write_entry(log, host=host, date=date, request=without_tokens(request), **more)


_write_entry = AccessLogGenerator.write_entry
