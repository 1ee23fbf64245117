"""Effects as data: what they do stands in `at_once.py` and `workings.py`, what they say of themselves here."""

from typing import Annotated, Literal, Protocol

from pydantic import BaseModel, ConfigDict, Field

from rules.engine.content import Id
from rules.engine.grid import Direction
from rules.engine.text import Param, Text
from rules.harvest.terms import Gift, Mana, On, Stat, TerrainKey, To

Rounds = Annotated[int, Field(ge=0, le=9)]
Level = Annotated[int, Field(ge=-9, le=9)]
"""Of statuses and terrain; 0 and negative ones too (HV-44)."""
Amount = Annotated[int, Field(ge=1, le=99)]
Count = Annotated[int, Field(ge=1, le=8)]


class Names(Protocol):
    """Who knows how the things are called that an effect names by id."""

    def status_named(self, key: str) -> Text:
        """A status, the rulebook's or a pack's."""
        ...

    def rounds_of(self, key: str, level: int, rounds: int) -> int:
        """How many rounds a status lasts that is given for `rounds` (0: until lifted)."""
        ...

    def trap_named(self, id: str) -> Text:
        """A trap."""
        ...

    def object_named(self, id: str) -> Text:
        """A special object."""
        ...


class _Effect(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    def say(self, **params: Param) -> Text:
        """The effect's own sentence."""
        return Text(f"harvest.effect.{type(self).__name__.lower()}", params)

    def describe(self, names: Names) -> Text:
        """The effect in words."""
        raise NotImplementedError


class OnObjects(_Effect):
    """Happens to objects on the battlefield."""

    to: To = To.TARGETS

    def say(self, **params: Param) -> Text:
        """The effect's own sentence, with whom it is for."""
        return super().say(to=Text(f"harvest.to.{self.to}"), **params)


class OnCharacters(OnObjects):
    """Happens to characters; special objects have no statuses, TP or dice (HV-82)."""


class OnCells(_Effect):
    """Happens to cells."""

    on: On
    count: Count = 1
    """How many cells, where they are chosen."""

    def say(self, **params: Param) -> Text:
        """The effect's own sentence, with the cells it is for."""
        is_one = self.on is On.CHOSEN and self.count == 1
        on = Text("harvest.on.one") if is_one else Text(f"harvest.on.{self.on}", {"count": self.count})
        return super().say(on=on, **params)


def for_rounds(rounds: int, otherwise: str) -> Text:
    """How long, in words."""
    if rounds == 1:
        return Text("harvest.for_one_round")
    return Text("harvest.for_rounds", {"rounds": rounds}) if rounds else Text(otherwise)


class Afflict(OnCharacters):
    """Give a status, for a number of rounds or (0) until it is lifted; some statuses last as many rounds as levels."""

    kind: Literal["afflict"] = "afflict"
    status: Id
    level: Level
    rounds: Rounds = 0

    def describe(self, names: Names) -> Text:
        """In words."""
        rounds = names.rounds_of(self.status, self.level, self.rounds)
        long = for_rounds(rounds, "harvest.until_lifted")
        return self.say(status=names.status_named(self.status), level=self.level, long=long)


class Lift(OnCharacters):
    """Take a status away."""

    kind: Literal["lift"] = "lift"
    status: Id

    def describe(self, names: Names) -> Text:
        """In words."""
        return self.say(status=names.status_named(self.status))


class Push(OnObjects):
    """Move the receiver, in a direction as the owner sees it, step by step (HV-04, HV-05)."""

    kind: Literal["push"] = "push"
    direction: Direction
    cells: Annotated[int, Field(ge=1, le=5)]

    def describe(self, names: Names) -> Text:
        """In words."""
        return self.say(direction=Text(f"harvest.direction.{self.direction}"), cells=self.cells)


class Hurt(OnObjects):
    """Damage without attack or defence."""

    kind: Literal["hurt"] = "hurt"
    amount: Amount

    def describe(self, names: Names) -> Text:
        """In words."""
        return self.say(amount=self.amount)


class Strike(OnObjects):
    """A special object strikes: its attack less the receiver's defence (HV-40, HV-82)."""

    kind: Literal["strike"] = "strike"

    def describe(self, names: Names) -> Text:
        """In words."""
        return self.say()


class Heal(OnObjects):
    """Give HP back, up to the most."""

    kind: Literal["heal"] = "heal"
    amount: Amount

    def describe(self, names: Names) -> Text:
        """In words."""
        return self.say(amount=self.amount)


class Refresh(OnCharacters):
    """Give TP back, up to the most."""

    kind: Literal["refresh"] = "refresh"
    amount: Amount

    def describe(self, names: Names) -> Text:
        """In words."""
        return self.say(amount=self.amount)


class Drain(OnCharacters):
    """Take TP, down to 0; the mad fall at 0 (HV-58)."""

    kind: Literal["drain"] = "drain"
    amount: Amount

    def describe(self, names: Names) -> Text:
        """In words."""
        return self.say(amount=self.amount)


class Modify(OnObjects):
    """Change a number, for a number of rounds or (0) for the rest of this action phase."""

    kind: Literal["modify"] = "modify"
    stat: Stat
    amount: Annotated[int, Field(ge=-99, le=99)]
    rounds: Rounds = 0

    def describe(self, names: Names) -> Text:
        """In words."""
        signed = f"{self.amount:+d}"
        named = Text(f"harvest.stat.{self.stat}")
        return self.say(stat=named, amount=signed, long=for_rounds(self.rounds, "harvest.this_phase"))


class Touch(OnCharacters):
    """A right to reroll or turn dice, or to produce or store mana, in this phase's activation timing (HV-20)."""

    kind: Literal["touch"] = "touch"
    to: To = To.SELF
    gift: Gift
    count: Count
    mana: Mana | None = None
    """What is produced; without it the caster picks."""

    def describe(self, names: Names) -> Text:
        """In words."""
        mana = Text(f"harvest.mana.{self.mana}") if self.mana else Text("harvest.mana.any")
        return Text(f"harvest.effect.{self.gift}", {"count": self.count, "mana": mana})


class Revive(_Effect):
    """One incapacitated ally of the owner's choice comes back with so much HP, on a free cell (HV-46)."""

    kind: Literal["revive"] = "revive"
    hp: Amount

    def describe(self, names: Names) -> Text:
        """In words."""
        return self.say(hp=self.hp)


class Terrain(OnCells):
    """Change the terrain of cells, for a number of rounds or (0) for the rest of the battle (HV-43, HV-70 to HV-78)."""

    kind: Literal["terrain"] = "terrain"
    terrain: TerrainKey
    level: Level
    rounds: Rounds = 0

    def describe(self, names: Names) -> Text:
        """In words."""
        long = for_rounds(self.rounds, "harvest.to_the_end")
        return self.say(terrain=self.terrain.named, level=self.level, long=long)


class Trap(OnCells):
    """Lay a trap, hidden from the other camp (HV-81)."""

    kind: Literal["trap"] = "trap"
    trap: Id

    def describe(self, names: Names) -> Text:
        """In words."""
        return self.say(trap=names.trap_named(self.trap))


class Summon(OnCells):
    """Set a special object up on free cells (HV-03, HV-82)."""

    kind: Literal["summon"] = "summon"
    object: Id

    def describe(self, names: Names) -> Text:
        """In words."""
        return self.say(object=names.object_named(self.object))


class Either(_Effect):
    """One of several effects, as its owner likes."""

    kind: Literal["either"] = "either"
    options: Annotated[tuple["Effect", ...], Field(min_length=2, max_length=4)]

    def describe(self, names: Names) -> Text:
        """In words."""
        said: list[int | str | Text] = [each.describe(names) for each in self.options]
        return self.say(options=list(said))


Effect = Annotated[
    Afflict
    | Lift
    | Push
    | Hurt
    | Strike
    | Heal
    | Refresh
    | Drain
    | Modify
    | Touch
    | Revive
    | Terrain
    | Trap
    | Summon
    | Either,
    Field(discriminator="kind"),
]
Either.model_rebuild()
EFFECTS_DEEP = 3
"""How many effects may stand one inside the other."""


def depth(effect: Effect) -> int:
    """1 for an effect alone; one more for each `either` around it."""
    return 1 + max(map(depth, effect.options)) if isinstance(effect, Either) else 1


def leaves(effect: Effect) -> tuple[Effect, ...]:
    """The effects that can come of it in the end."""
    return (
        tuple(leaf for each in effect.options for leaf in leaves(each))
        if isinstance(effect, Either)
        else (effect,)
    )


def received(effect: Effect, names: Names) -> Text:
    """What happens to its receiver, without saying whom it is for: "is moved by 2 (front)"."""
    said = effect.describe(names)
    kind = said.key.rpartition(".")[2]
    return Text(f"harvest.received.{kind}", said.params)


def in_reaction(said: Text) -> Text:
    """The same words in a reaction: what lasts for this action phase counts for this attack alone."""
    if said.key == "harvest.this_phase":
        return Text("harvest.this_attack")
    return Text(said.key, {name: _in_reaction(param) for name, param in said.params.items()})


def _in_reaction(param: Param) -> Param:
    match param:
        case Text():
            return in_reaction(param)
        case list():
            return [in_reaction(each) if isinstance(each, Text) else each for each in param]
    return param
