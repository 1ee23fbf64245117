"""Skills, items and grand magic: type A in the preparation timing, type R in the support timing (HV-15, HV-33)."""

from collections.abc import Iterator, Sequence

from rules.engine.choices import Option
from rules.engine.flow import Flow
from rules.engine.log import Explanation, Part
from rules.engine.text import Text
from rules.harvest.added_effects import resolve
from rules.harvest.asking import thing
from rules.harvest.ending import check_over
from rules.harvest.entries import Grand, Item, Skill
from rules.harvest.numbers import Sum
from rules.harvest.state import Battle, Combatant, End, Modifier, Until
from rules.harvest.terms import Stat, StatusKey
from rules.harvest.verbs import modify, pay_tp, tell

ROW = {"A": "HV-15", "R": "HV-33"}


def usable(battle: Battle, who: Combatant, type: str, used: Sequence[str]) -> list[str]:
    """What of that type she can use and has not used in this phase (HV-15: each once), as `skill:<id>` and the like.

    Skills that she can pay, items that she carries, and her grand magic until it is used.
    """
    return [source for source in dict.fromkeys(_known(battle, who, type)) if source not in used]


def _known(battle: Battle, who: Combatant, type: str) -> Iterator[str]:
    for id in who.skills:
        skill = battle.library.skills[id]
        if skill.type == type and tp_cost(skill, who) <= who.tp:
            yield f"skill:{id}"
    yield from (f"item:{id}" for id in who.items if battle.library.items[id].type == type)
    if who.grand and battle.library.grands[who.grand].type == type:
        yield f"grand:{who.grand}"


def tp_cost(skill: Skill, who: Combatant) -> int:
    """What the skill costs her now, in TP."""
    return cost(skill, who).total or 0


def cost(skill: Skill, who: Combatant) -> Explanation:
    """Its TP, L more under pressure (HV-56), never below 0."""
    parts = [Part(Text("harvest.part.tp"), skill.tp)]
    if who.level(StatusKey.PRESSURE):
        parts.append(Part(StatusKey.PRESSURE.named, who.level(StatusKey.PRESSURE)))
    return Sum(tuple(parts)).not_below_0().explained(ROW[skill.type])


def as_options(battle: Battle, who: Combatant, sources: Sequence[str]) -> list[Option]:
    """Skills, items and grand magic to choose from, with cost and what they do."""
    return [thing(each, battle.library.deed(each).title, describe(battle, who, each)) for each in sources]


def describe(battle: Battle, who: Combatant, source: str) -> Text:
    """Cost and effects in words."""
    deed = battle.library.deed(source)
    said: list[int | str | Text] = []
    if deed.attack:
        said.append(Text("harvest.magic.attack", {"amount": deed.attack}))
    if deed.defence:
        said.append(Text("harvest.magic.defence", {"amount": deed.defence}))
    said += [effect.describe(battle.library) for effect in deed.effects]
    if isinstance(deed, Skill):
        return Text("harvest.skill", {"tp": tp_cost(deed, who), "does": list(said)})
    left = who.items.count(deed.id)
    return Text(f"harvest.{source.partition(':')[0]}", {"left": left, "does": list(said)})


def use(battle: Battle, who: str, source: str) -> Flow[None]:
    """Pay for it, then let it work at once: it waits for no damage (HV-41 speaks of magic)."""
    deed, user = battle.library.deed(source), battle.able(who)
    row = ROW[deed.type]
    _spend(battle, user, deed, row)
    check_over(battle)
    if deed.attack:
        modify(
            battle, battle.able(who), Modifier(Stat.ATTACK, deed.attack, deed.title, Until(End.PHASE)), row
        )
    if deed.defence and battle.attack:
        battle.attack.reaction_of(who).defence.append((deed.title, deed.defence))
    yield from resolve(battle, who, [source])


def _spend(battle: Battle, user: Combatant, deed: Skill | Item | Grand, row: str) -> None:
    """TP for a skill; an item is used up, grand magic is spent for this fight."""
    match deed:
        case Skill():
            pay_tp(battle, user, tp_cost(deed, user), deed.title, row, cost(deed, user))
        case Item():
            user.items.remove(deed.id)
            tell(battle, "item", row, user, item=deed.title)
        case Grand():
            user.grand = ""
            tell(battle, "grand", row, user, grand=deed.title)
