"""The Rank of the attack in progress, and the die it multiplies (KG-22 to KG-25, KG-35)."""

from rules.engine.log import Explanation, Part
from rules.engine.text import Text
from rules.kamigakari.force import rank_parts
from rules.kamigakari.numbers import secret_of
from rules.kamigakari.plan import attack_of, plan
from rules.kamigakari.reckoning import CONCEPT_CAP, RANK_CAP, counted, rank
from rules.kamigakari.state import Battle, Combatant

BONDS_FOR_CONCEPT = 7


def ranked(battle: Battle, target: str) -> Explanation:
    """The Rank against this target, and where each point came from; summed once, then cut (KG-23 to KG-25)."""
    attack, now = attack_of(battle), plan(battle)
    own = Part(Text("kamigakari.part.own_rank"), now.own_rank, secret_of(battle[attack.attacker]))
    changes = _rank_changes(battle, target) if now.own_rank else []
    total = rank(now.own_rank, sum(part.amount for part in changes), rank_cap(battle, attack.concept))
    parts = [own, *changes]
    if cut := total - sum(part.amount for part in parts):
        parts.append(Part(Text("kamigakari.part.cut"), cut, own.secret_of))
    return Explanation(tuple(parts), total, "KG-23", "concept_cap" if attack.concept else "")


def rank_cap(battle: Battle, concept: int) -> int:
    """Where Rank ends; with concept destruction the house rule says it (KG-24)."""
    return CONCEPT_CAP if concept and battle.on("concept_cap") == "twenty" else RANK_CAP


def attackers_changes(battle: Battle) -> list[Part]:
    """What changes the Rank whoever is struck: weapon, talents and items (KG-23)."""
    attack = attack_of(battle)
    return rank_parts(battle, battle[attack.attacker], plan(battle), attack.weapon)


def _rank_changes(battle: Battle, target: str) -> list[Part]:
    """Those, concept destruction, a weakness of the target."""
    attack, parts = attack_of(battle), attackers_changes(battle)
    if attack.concept:
        parts.append(Part(Text("kamigakari.part.concept"), attack.concept))
    if attack.attribute is not None and attack.attribute in battle[target].weaknesses:
        parts.append(Part(Text("kamigakari.part.weakness", {"attribute": attack.attribute.named}), 1))
    return parts


def own_rank(battle: Battle) -> int:
    """The Rank before concept destruction and whoever is struck (KG-23)."""
    return rank(plan(battle).own_rank, sum(part.amount for part in attackers_changes(battle)))


def may_destroy(battle: Battle, who: Combatant) -> bool:
    """Whether she may use concept destruction in the attack in progress: 7 bonds, some crest left (KG-37)."""
    return who.is_player and who.bonds >= BONDS_FOR_CONCEPT and who.crest > 0 and plan(battle).own_rank > 0


def throws(battle: Battle) -> bool:
    """Whether N dice stand in place of the table: a monster's own, or a fixed value that has no die to read (KG-35)."""
    attack = attack_of(battle)
    attacker = battle[attack.attacker]
    return attacker.dicing is not None or (attack.active is not None and not attack.active.faces)


def chosen_die(battle: Battle) -> int:
    """The number that the highest die of the active check counts as (KG-22)."""
    attack = attack_of(battle)
    assert attack.active is not None
    return counted(attack.active.highest, attack.counts_as, attack.counts_at_least)
