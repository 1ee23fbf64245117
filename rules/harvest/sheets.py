"""A character's or creature's sheet as a viewer may read it now."""

from collections.abc import Iterator

from rules.engine.sheet import Line, Sheet, health_line, number, of_most, sheet_of
from rules.engine.text import Listed, Text
from rules.harvest.activation import describe as magic_does
from rules.harvest.effects import in_reaction
from rules.harvest.entries import Magic, Spell
from rules.harvest.meaning import lasts, status_does
from rules.harvest.numbers import MAY_BE_NEGATIVE
from rules.harvest.numbers import number as stat_number
from rules.harvest.skills import describe
from rules.harvest.state import Combatant, ManaGift, Modifier, Status
from rules.harvest.terms import Stat, Timing
from rules.harvest.views import Table


def sheet(table: Table, who: Combatant) -> Sheet:
    """All of it where its numbers are open, else how well it looks and what lasts on it, as on its token."""
    side = Text(f"harvest.camp.{who.camp}")
    return sheet_of(table, who, who.camp.value, side, _groups(table, who))


def _groups(table: Table, who: Combatant) -> Iterator[tuple[Text, Iterator[Line]]]:
    is_known = table.may_know(who)
    yield Text("harvest.sheet.now"), _now(table, who, is_known)
    yield Text("harvest.sheet.lasting"), _lasting(table, who, is_known)
    if is_known:
        yield Text("harvest.sheet.numbers"), _numbers(table, who)
        yield Text("harvest.sheet.magic"), _magic(table, who)
        yield Text("harvest.sheet.skills"), _deeds(table, who, "skill", who.skills)
        yield Text("harvest.sheet.items"), _carried(table, who)


def _now(table: Table, who: Combatant, is_known: bool) -> Iterator[Line]:
    """HP, TP, and mana kept for the next challenge."""
    yield health_line(Text("harvest.sheet.hp"), table.health(who, who.hp, who.max_hp))
    if is_known:
        yield of_most(Text("harvest.sheet.tp"), who.tp, who.max_tp)
    if is_known and who.stored:
        yield Line(Text("harvest.sheet.stored"), [Text(f"harvest.mana.{mana}") for mana in who.stored])


def _lasting(table: Table, who: Combatant, is_known: bool) -> Iterator[Line]:
    """Statuses with what they do, changed numbers and until when, rights to touch the dice (HV-42, HV-44)."""
    yield from (_status(table, status) for status in who.statuses)
    yield from (_modifier(table, modifier) for modifier in who.modifiers)
    if is_known:
        yield from (_gift(gift) for gift in who.gifts)


def _status(table: Table, status: Status) -> Line:
    library = table.battle.library
    long = lasts(status.until, "harvest.until_lifted", knows_ss=table.knows(status.until.actor))
    does = status_does(table.battle, status.key, status.level)
    said = Text("harvest.sheet.status", {"level": status.level, "long": long})
    return Line(library.status_named(status.key), said, does)


def _modifier(table: Table, modifier: Modifier) -> Line:
    stat = Text(f"harvest.stat.{modifier.stat}")
    long = lasts(modifier.until, "harvest.to_the_end", knows_ss=table.knows(modifier.until.actor))
    changed = Text("harvest.does.number", {"stat": stat, "amount": f"{modifier.amount:+d}"})
    return Line(Text("harvest.source", {"name": modifier.source}), changed, long)


def _gift(gift: ManaGift) -> Line:
    mana = Text(f"harvest.mana.{gift.mana}") if gift.mana else Text("harvest.mana.any")
    said = Text(f"harvest.effect.{gift.gift}", {"count": gift.count, "mana": mana})
    return Line(Text("harvest.source", {"name": gift.source}), said, Text("harvest.this_phase"))


def _numbers(table: Table, who: Combatant) -> Iterator[Line]:
    """What each stat is the sum of now; dice and movement never below 0 (HV-20)."""
    for stat in Stat:
        found = stat_number(table.battle, who, stat)
        yield number(Text(f"harvest.stat.{stat}"), found if stat in MAY_BE_NEGATIVE else found.not_below_0())
    yield Line(Text("harvest.sheet.attributes"), [Text(f"harvest.mana.{mana}") for mana in who.attributes])


def _magic(table: Table, who: Combatant) -> Iterator[Line]:
    """Spells, each with its enhancements after it (HV-21)."""
    for spell in (table.battle.library.spells[id] for id in who.spells):
        yield _cast(table, spell, spell)
        for more in spell.enhancements:
            yield _cast(table, spell, more)


def _cast(table: Table, spell: Spell, magic: Magic) -> Line:
    """What it costs, in which phase, and what it does."""
    does, title = magic_does(table.battle, magic), Text("harvest.name", {"name": magic.title})
    cost: Listed = [Text(f"harvest.mana.{mana}") for mana in magic.cost]
    if magic is not spell:
        said = Text("harvest.sheet.enhancement", {"cost": cost})
    elif spell.timing is Timing.REACTION:
        said = Text("harvest.sheet.reaction", {"level": spell.level, "cost": cost})
    else:
        said = Text("harvest.sheet.action", {"level": spell.level, "cost": cost})
    return Line(title, said, in_reaction(does) if spell.timing is Timing.REACTION else does)


def _carried(table: Table, who: Combatant) -> Iterator[Line]:
    """Items, each kind once with how many are left, and grand magic until it is used."""
    yield from _deeds(table, who, "item", list(dict.fromkeys(who.items)))
    yield from _deeds(table, who, "grand", [who.grand] if who.grand else [])


def _deeds(table: Table, who: Combatant, kind: str, ids: list[str]) -> Iterator[Line]:
    """When each is used, what it costs her now and what it does (HV-15, HV-33)."""
    for source in (f"{kind}:{id}" for id in ids):
        when = Text(f"harvest.sheet.when.{table.battle.library.deed(source).type}")
        yield Line(table.battle.library.title_of(source), when, describe(table.battle, who, source))
