"""What a table says no to, beside the rules' own refusals; and how a refusal is said."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from rules import registry
from rules.engine.errors import Malformed, RulesError


class TableRefusal(Exception):
    """An input the table does not take. Nothing has changed."""

    slug = "table_refusal"
    sentence: str | Promise = ""


class NotStarted(TableRefusal):
    """The fight waits for its GM to start it."""

    slug = "not_started"
    sentence = _("The fight has not begun yet.")


class StartedAlready(TableRefusal):
    """A second start."""

    slug = "started_already"
    sentence = _("The fight has begun already.")


class NoFace(TableRefusal):
    """A die to be set, and no face typed."""

    slug = "no_face"
    sentence = _("Type the face that the die shall show.")


class NotOver(TableRefusal):
    """Only a fight that is over can be closed."""

    slug = "not_over"
    sentence = _("The fight is not over yet.")


class ClosedAlready(TableRefusal):
    """A closed fight changes no more."""

    slug = "closed_already"
    sentence = _("The fight is closed: nothing about it can change any more.")


class NoSuchCombatant(TableRefusal):
    """A driver for somebody who is not in the fight."""

    slug = "no_such_combatant"
    sentence = _("Nobody of that name is in this fight.")


class NoSuchBot(TableRefusal):
    """A bot the system does not have."""

    slug = "no_such_bot"
    sentence = _("There is no such bot.")


class NoSuchSeat(TableRefusal):
    """A seat that is not at this table, or a person who is not in the campaign."""

    slug = "no_such_seat"
    sentence = _("That seat cannot be given to that person.")


def sentence_of(refused: RulesError | TableRefusal) -> str:
    """The refusal for its reader, in the language of the request."""
    if isinstance(refused, TableRefusal):
        return str(refused.sentence)
    return registry.words(get_language() or "en").render(refused.text)


def status_of(refused: RulesError | TableRefusal) -> int:
    """422 for an input that is of no known form, 409 for one that does not fit the fight as it is now."""
    return 422 if isinstance(refused, Malformed) else 409
