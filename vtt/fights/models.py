"""Everything stored about fights. `table.py` alone writes these rows.

JSON whose bytes are fingerprinted or replayed is kept as text: a database's own JSON type reorders keys.
"""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from vtt.campaigns.models import TITLE_LENGTH, Campaign, Membership


class Encounter(models.Model):
    """A ready set-up of foes and ground, from which the GM makes fights."""

    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="encounters")
    system = models.CharField(max_length=40)
    """The folder in `rules` that referees it, e.g. "harvest"."""
    name = models.CharField(_("name"), max_length=TITLE_LENGTH)
    setup = models.TextField()
    """The set-up in the system's own JSON."""

    def __str__(self) -> str:
        return self.name


class Fight(models.Model):
    """One fight. Its row is the lock: whoever changes anything of the fight locks it first."""

    class Phase(models.TextChoices):
        PREPARED = "prepared", _("ready to start")
        RUNNING = "running", _("running")
        ENDED = "ended", _("over, not yet closed")
        CLOSED = "closed", _("closed")

    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="fights")
    system = models.CharField(max_length=40)
    """The folder in `rules` that referees it."""
    name = models.CharField(_("name"), max_length=TITLE_LENGTH)
    build = models.CharField(max_length=64, blank=True, default="")
    """The build of the rules it was last played with."""
    phase = models.CharField(max_length=10, choices=Phase.choices, default=Phase.PREPARED)
    version = models.PositiveIntegerField(default=0)
    """+1 with every committed change; what browsers compare."""
    ticket = models.PositiveIntegerField(default=0)
    """The version at which the open question was asked or rebuilt."""
    take_back_seat = models.CharField(max_length=40, blank=True, default="")
    """The seat that may still take its last answer back; empty: none."""
    take_back_entry = models.PositiveIntegerField(null=True, blank=True)
    """The number of that answer's entry."""
    house_rules = models.TextField(default="{}")
    """The house rules it was made with, JSON."""
    pins = models.TextField(default="{}")
    """The content entries this fight uses, as they were when it was made, JSON."""
    setup = models.TextField(default="{}")
    """What it was made from: combatants, ground, sheets copied, JSON."""
    seed_open = models.CharField(max_length=64)
    """Hexadecimal seed of the rolls everybody sees; never shown before the fight is closed."""
    seed_hidden = models.CharField(max_length=64)
    """Hexadecimal seed of the GM's hidden rolls."""
    parent = models.ForeignKey("self", models.SET_NULL, null=True, blank=True, related_name="branches")
    """The fight this one branched from."""
    parent_version = models.PositiveIntegerField(null=True, blank=True)
    """The parent's version it branched at."""
    delay = models.PositiveIntegerField(default=0)
    """How many seconds spectators see it late."""
    goal = models.TextField(blank=True, default="")
    """What the GM says this fight is about, for all to read."""
    table_options = models.TextField(default="{}")
    """How the table is shown, JSON: among others what players see of creatures."""
    trouble = models.TextField(blank=True, default="")
    """What broke in the rules at the last refused input, JSON, for the GM; empty: nothing."""
    made = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.name


class Seat(models.Model):
    """A place at the table that decides for something: one for the GM, one per player character."""

    fight = models.ForeignKey(Fight, models.CASCADE, related_name="seats")
    key = models.CharField(max_length=40)
    """"gm", or the player character's name-id."""
    holder = models.ForeignKey(Membership, models.SET_NULL, null=True, blank=True, related_name="seats")
    """Who was given the seat; null: the character's controllers, or every GM for "gm"."""

    class Meta:
        constraints = (models.UniqueConstraint(fields=["fight", "key"], name="seat_once_per_fight"),)

    def __str__(self) -> str:
        return self.key


class Driver(models.Model):
    """Who plays one combatant: the person on its seat, or a bot."""

    class Kind(models.TextChoices):
        PERSON = "person", _("person")
        BOT = "bot", _("bot")

    fight = models.ForeignKey(Fight, models.CASCADE, related_name="drivers")
    character = models.CharField(max_length=40)
    """The combatant's name-id."""
    kind = models.CharField(max_length=10, choices=Kind.choices, default=Kind.PERSON)
    bot = models.CharField(max_length=40, blank=True, default="")
    """The system's name for the bot; empty for a person."""

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["fight", "character"], name="driver_once_per_combatant"),
        )

    def __str__(self) -> str:
        return f"{self.character}: {self.bot or self.kind}"


class Entry(models.Model):
    """One line of the ordered log of everything that came from outside. Never deleted, only marked undone."""

    fight = models.ForeignKey(Fight, models.CASCADE, related_name="entries")
    number = models.PositiveIntegerField()
    """Its place in the log, from 1 without gaps."""
    version = models.PositiveIntegerField()
    """The fight's version it was committed with."""
    kind = models.CharField(max_length=20)
    """The engine's name for its kind: an answer, a rolled face, a ruling, ..."""
    seat = models.CharField(max_length=40, blank=True, default="")
    """The key of the seat it came from; empty: none."""
    ticket = models.PositiveIntegerField(null=True, blank=True)
    """The question it was made on."""
    payload = models.TextField()
    """What it says, in the engine's own JSON."""
    on = models.CharField(max_length=64, blank=True, default="")
    """Fingerprint of the question it met; empty for rolls."""
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="entries"
    )
    """The person it came from; null: a bot, or the fight itself."""
    at = models.DateTimeField(auto_now_add=True)
    undone_in = models.PositiveIntegerField(null=True, blank=True)
    """The version that took it back; null: it stands."""

    class Meta:
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(fields=["fight", "number"], name="entry_number_once_per_fight"),
        )
        indexes = (
            models.Index(fields=["fight", "ticket"], name="entry_by_ticket"),
            models.Index(fields=["fight", "undone_in"], name="entry_by_undo"),
        )
        """An input on an old ticket is looked for among those of that ticket."""

    def __str__(self) -> str:
        return f"{self.number} {self.kind}"


class Version(models.Model):
    """The table as it stood at one version. Views, replay, delay and branching read these, and run no rules."""

    fight = models.ForeignKey(Fight, models.CASCADE, related_name="versions")
    version = models.PositiveIntegerField()
    at = models.DateTimeField(auto_now_add=True)
    schema = models.PositiveIntegerField(default=1)
    """The number of the state's format in its system."""
    blob = models.BinaryField()
    """A `Moment` (moments.py): state, open question, events and what stood around them, compressed JSON."""
    digest = models.CharField(max_length=64)
    """The state's fingerprint, hexadecimal; replay compares it."""

    class Meta:
        constraints = (models.UniqueConstraint(fields=["fight", "version"], name="version_once_per_fight"),)

    def __str__(self) -> str:
        return f"{self.fight_id} at {self.version}"


class Checkpoint(models.Model):
    """The state where a beat starts; a fight is restored by playing the log from here."""

    fight = models.ForeignKey(Fight, models.CASCADE, related_name="checkpoints")
    beat = models.PositiveIntegerField()
    """Which beat begins here, counted from 0."""
    version = models.PositiveIntegerField()
    """The version the beat began in."""
    number = models.PositiveIntegerField()
    """The number of the first log entry in the beat."""
    state = models.BinaryField()
    """The state, compressed JSON."""

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["fight", "beat", "version"], name="checkpoint_once_per_beat_and_version"
            ),
        )
        indexes = (models.Index(fields=["fight", "number"], name="checkpoint_by_number"),)
        """Every input asks for the newest."""

    def __str__(self) -> str:
        return f"{self.fight_id} beat {self.beat}"
