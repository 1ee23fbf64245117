"""Skills: type A in the preparation timing, type R in the support timing, for TP (HV-15, HV-33)."""

from collections.abc import Sequence

from rules.engine.choices import Option
from rules.engine.flow import Flow
from rules.engine.text import Text
from rules.harvest.added_effects import resolve
from rules.harvest.asking import thing
from rules.harvest.entries import Skill
from rules.harvest.state import Battle, Combatant, End, Modifier, Until
from rules.harvest.terms import Stat
from rules.harvest.verbs import modify, pay_tp

ROW = {"A": "HV-15", "R": "HV-33"}


def usable(battle: Battle, who: Combatant, type: str, used: Sequence[str]) -> list[Skill]:
    """The skills of that type she can pay and has not used in this phase (HV-15: each once)."""
    known = (battle.library.skills[id] for id in who.skills)
    return [each for each in known if each.type == type and each.tp <= who.tp and each.id not in used]


def as_options(skills: Sequence[Skill]) -> list[Option]:
    """Skills to choose from: `skill:<id>`, with cost and what they do."""
    return [thing(f"skill:{skill.id}", skill.title, describe(skill)) for skill in skills]


def describe(skill: Skill) -> Text:
    """Cost and effects in words."""
    said: list[int | str | Text] = []
    if skill.attack:
        said.append(Text("harvest.magic.attack", {"amount": skill.attack}))
    if skill.defence:
        said.append(Text("harvest.magic.defence", {"amount": skill.defence}))
    said += [effect.describe() for effect in skill.effects]
    return Text("harvest.skill", {"tp": skill.tp, "does": list(said)})


def use_skill(battle: Battle, who: str, id: str) -> Flow[None]:
    """Pay its TP, then let it work at once: skills wait for no damage (HV-41 speaks of magic)."""
    skill, user = battle.library.skills[id], battle.able(who)
    pay_tp(battle, user, skill.tp, skill.title, ROW[skill.type])
    if skill.attack:
        modify(
            battle, user, Modifier(Stat.ATTACK, skill.attack, skill.title, Until(End.PHASE)), ROW[skill.type]
        )
    if skill.defence and battle.attack:
        battle.attack.reaction_of(who).defence.append((skill.title, skill.defence))
    yield from resolve(battle, who, [f"skill:{id}"])
