"""A character's or monster's sheet as a viewer may read it now."""

from collections.abc import Iterator

from rules.engine.sheet import Line, Sheet, health_line, lasting, number, sheet_of
from rules.engine.text import Listed, Text
from rules.kamigakari.deeds import reach_said
from rules.kamigakari.descriptions import describe, describe_attack
from rules.kamigakari.entries import Item, Talent
from rules.kamigakari.numbers import CHECKED, FIXED, dice, source_named
from rules.kamigakari.numbers import number as stat_number
from rules.kamigakari.plan import plan_of
from rules.kamigakari.stakes import crest_at_stake
from rules.kamigakari.state import Combatant, Modifier, Status
from rules.kamigakari.terms import Stat, StatusKey, Timing
from rules.kamigakari.views import CAMPS, Table

ALWAYS = Timing.CONSTANT.named


def sheet(table: Table, who: Combatant) -> Sheet:
    """All of it where its numbers are open, else how well it looks and what lasts on it, as on its token (KG-35)."""
    side = Text(f"kamigakari.side.{who.side}")
    return sheet_of(table, who, CAMPS[who.side], side, _groups(table, who))


def _groups(table: Table, who: Combatant) -> Iterator[tuple[Text, Iterator[Line]]]:
    is_known = table.may_know(who)
    yield Text("kamigakari.sheet.now"), _now(table, who, is_known)
    yield Text("kamigakari.sheet.lasting"), _lasting(who)
    if is_known:
        yield Text("kamigakari.sheet.numbers"), _numbers(table, who)
        yield Text("kamigakari.sheet.weapons"), _weapons(table, who)
        yield Text("kamigakari.sheet.talents"), _talents(table, who)
        yield Text("kamigakari.sheet.items"), _items(table, who)


def _now(table: Table, who: Combatant, is_known: bool) -> Iterator[Line]:
    """Life, spirit dice, crest with what is owed of it, timings spent this round (KG-04, KG-33, KG-37)."""
    yield health_line(Text("kamigakari.sheet.life"), table.health(who, who.life, who.max_life))
    if not is_known:
        return
    if who.spirits:
        yield _spirits(who)
    if who.is_player:
        yield Line(Text("kamigakari.sheet.crest"), crest_at_stake(who))
        yield Line(Text("kamigakari.sheet.bonds"), who.bonds)
    if who.spent:
        yield Line(Text("kamigakari.sheet.spent"), [timing.named for timing in dict.fromkeys(who.spent)])


def _spirits(who: Combatant) -> Line:
    """The faces that can be spent or swapped, and how many are spent (KG-04)."""
    ready = [who.spirits[at].face for at in who.ready_spirits()]
    spent = len(who.spirits) - len(ready)
    note = Text("kamigakari.sheet.spirits_spent", {"count": spent}) if spent else None
    return Line(Text("kamigakari.sheet.spirits"), " ".join(map(str, ready)), note)


def _lasting(who: Combatant) -> Iterator[Line]:
    """Statuses with what they do and what ends them, changes by what and until when (KG-36)."""
    yield from (_status(who, status) for status in who.statuses)
    for each in who.modifiers:
        changed = Text("kamigakari.sheet.changed", {"what": _changed(each), "amount": f"{each.amount:+d}"})
        yield Line(source_named(each.source), changed, Text(f"kamigakari.until.{each.until}"))


def _status(who: Combatant, status: Status) -> Line:
    if status.key is StatusKey.POISON:
        does = Text("kamigakari.does.poison", {"level": status.level, "strength": status.strength})
        return Line(status.key.named, status.level, does)
    if status.key is StatusKey.PAIN and not who.is_player:
        return Line(status.key.named, "", Text("kamigakari.does.pain.npc"))
    return Line(status.key.named, "", Text(f"kamigakari.does.{status.key}"))


def _changed(modifier: Modifier) -> Text:
    """What a modifier changes: dice, Rank, damage or a stat."""
    match modifier.what:
        case "dice":
            return Text("kamigakari.dice")
        case "rank":
            return Text(f"kamigakari.rank.{modifier.of or 'both'}")
        case "bonus":
            return Text(f"kamigakari.bonus.{modifier.of or 'both'}")
    return Stat(modifier.what).named


def _numbers(table: Table, who: Combatant) -> Iterator[Line]:
    """What each stat is the sum of now, dice on checks (KG-01), the fixed values of who rolls none (KG-35)."""
    rolls = table.battle.rolls(who)
    for stat in Stat:
        found = stat_number(table.battle, who, stat)
        is_fixed = stat in CHECKED and not rolls
        fixed = Text("kamigakari.sheet.fixed", {"value": found.total + FIXED})
        yield number(stat.named, found, fixed if is_fixed else None)
    if rolls:
        yield Line(Text("kamigakari.dice"), dice(table.battle, who))
    if who.weaknesses:
        yield Line(Text("kamigakari.sheet.weaknesses"), [each.named for each in who.weaknesses])
    if who.immune:
        yield Line(Text("kamigakari.sheet.immune"), [each.named for each in who.immune])


def _weapons(table: Table, who: Combatant) -> Iterator[Line]:
    """How far and whom each reaches and how it strikes, as an attack with it would now (KG-10, KG-11)."""
    for id in who.weapons:
        source = f"weapon:{id}"
        now = plan_of(table.battle, who, source, id)
        reach = reach_said(now.distance, now.target, now.reach)
        does = describe_attack(table.battle, who, source, id)
        yield Line(table.battle.library.title_of(source), reach, does)


def _talents(table: Table, who: Combatant) -> Iterator[Line]:
    """When each is used and how often still, what it costs and does (KG-33)."""
    for id in who.talents:
        talent, source = table.battle.library.talents[id], f"talent:{id}"
        does = describe(table.battle, source, who.dicing)
        does = lasting(does, ALWAYS) if talent.timing is Timing.CONSTANT else does
        yield Line(table.battle.library.title_of(source), _when(who, talent), does)


def _when(who: Combatant, talent: Talent) -> Text:
    """Its timing, and where they are counted the uses that are left in this fight."""
    if not talent.per_fight:
        return talent.timing.named
    left = max(0, talent.per_fight - who.used.get(talent.id, 0))
    return Text(
        "kamigakari.sheet.uses", {"timing": talent.timing.named, "left": left, "most": talent.per_fight}
    )


def _items(table: Table, who: Combatant) -> Iterator[Line]:
    """Each kind once with how many are carried, its numbers and what it does."""
    for id in dict.fromkeys(who.items):
        item, count = table.battle.library.items[id], who.items.count(id)
        when = item.timing.named if item.timing else Text("kamigakari.sheet.worn")
        said = Text("kamigakari.sheet.several", {"when": when, "count": count}) if count > 1 else when
        does: Listed = list(_of_item(item))
        note = Text("kamigakari.does", {"does": does}) if does else None
        note = note if item.timing or note is None else lasting(note, ALWAYS)
        yield Line(table.battle.library.title_of(f"item:{id}"), said, note)


def _of_item(item: Item) -> Iterator[Text]:
    for stat, amount in item.numbers.items():
        yield Text("kamigakari.sheet.changed", {"what": stat.named, "amount": f"{amount:+d}"})
    yield from (attribute.named for attribute in item.attributes)
    yield from (effect.describe() for effect in item.effects)
