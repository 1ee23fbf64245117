"""What a question adds to its words: a status about to bite, what there is no TP for. Nothing here decides."""

from collections.abc import Sequence

from rules.engine.text import Listed, Param, Text
from rules.harvest.meaning import A_LEVEL
from rules.harvest.skills import tp_cost
from rules.harvest.state import Battle, Combatant
from rules.harvest.terms import StatusKey, Timing

NOTHING = ""
Cautions = dict[str, Param]
"""What is said, by the gap it stands in."""


def moving(who: Combatant, *, has_moved: bool) -> Cautions:
    """What lament deals to one who stays (HV-62)."""
    level = 0 if has_moved else who.level(StatusKey.LAMENT)
    said: dict[str, Param] = {"level": level, "amount": A_LEVEL[StatusKey.LAMENT] * level}
    return {"lament": Text("harvest.caution.lament", said) if level > 0 else NOTHING}


def paying(who: Combatant, timing: Timing) -> Cautions:
    """Why level-1 magic is missing (HV-61), and that ranges stay as they are (HV-63)."""
    is_silent, is_fixed = (
        who.status(StatusKey.SILENCE),
        timing is Timing.ACTION and who.status(StatusKey.PANIC),
    )
    return {
        "silence": Text("harvest.caution.silence") if is_silent else NOTHING,
        "panic": Text("harvest.caution.panic") if is_fixed else NOTHING,
    }


def spending(battle: Battle, who: Combatant, type: str, used: Sequence[str]) -> Cautions:
    """How much TP there is, what cannot be paid with it, and that the mad need some (HV-56, HV-58)."""
    skills = (battle.library.skills[id] for id in dict.fromkeys(who.skills) if f"skill:{id}" not in used)
    lacking = [each for each in skills if each.type == type and tp_cost(each, who) > who.tp]
    said: Listed = [
        Text("harvest.caution.cost", {"skill": each.title, "tp": tp_cost(each, who)}) for each in lacking
    ]
    return {
        "tp": who.tp,
        "most": who.max_tp,
        "lacking": Text("harvest.caution.lacking", {"skills": said}) if said else NOTHING,
        "madness": Text("harvest.caution.madness") if who.status(StatusKey.MADNESS) else NOTHING,
    }
