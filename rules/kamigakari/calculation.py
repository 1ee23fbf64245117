"""Damage calculation: Rank, multiplier, 物D or 魔D, other changes (KG-20 to KG-25, KG-35)."""

from collections.abc import Mapping, Sequence

from rules.engine.flow import Flow, roll
from rules.engine.log import Explanation, Part
from rules.engine.sums import Sum
from rules.engine.text import Listed, Param, Text
from rules.kamigakari.asking import decide, one_of, thing, word
from rules.kamigakari.force import changes, flat
from rules.kamigakari.numbers import secret_of
from rules.kamigakari.plan import attack_of, plan
from rules.kamigakari.ranks import chosen_die, may_destroy, own_rank, rank_cap, ranked, throws
from rules.kamigakari.reckoning import multiplier
from rules.kamigakari.stakes import crest_at_stake
from rules.kamigakari.state import Battle
from rules.kamigakari.talents import offer
from rules.kamigakari.terms import At, Attribute, Timing
from rules.kamigakari.verbs import expire, tell

CONCEPT_COST = 2
Damage = Mapping[str, Sum]
"""Damage before reduction, by target."""


def calculate(battle: Battle, struck: Sequence[str]) -> Flow[Damage]:
    """One damage calculation, each target its own Rank for its weaknesses (KG-16, KG-25).

    Lapsed when the attacker has fallen before it; who falls after it has struck.
    """
    attack = attack_of(battle)
    battle.able(attack.attacker)
    yield from pick_attribute(battle)
    yield from offer(battle, attack.attacker, (Timing.SPECIAL,), At.CALCULATION)
    yield from concept_destruction(battle)
    ranks = {name: ranked(battle, name) for name in struck if battle.stands(name)}
    for name, how in ranks.items():
        _tell_rank(battle, name, how)
    thrown = yield from _throw(battle, ranks)
    damage = {name: dealt(battle, how, thrown) for name, how in ranks.items()}
    expire(battle, "moment")
    return damage


def pick_attribute(battle: Battle) -> Flow[None]:
    """Of several attributes the attacker picks one at calculation (KG-25)."""
    attack, attributes = attack_of(battle), plan(battle).attributes
    if len(attributes) < 2:
        attack.attribute = attributes[0] if attributes else None
        return
    options = [thing(each.value, each.named) for each in attributes]
    chosen = yield from decide(battle, attack.attacker, "attribute", lambda _who: one_of(options))
    attack.attribute = Attribute(str(chosen))


def concept_destruction(battle: Battle) -> Flow[None]:
    """7 bonds: 1d6 more Rank for 2d6 of the spirit crest (KG-24, KG-37)."""
    attack = attack_of(battle)
    who = battle.able(attack.attacker)
    if not may_destroy(battle, who):
        return
    options = [word("concept", rank=own_rank(battle), most=rank_cap(battle, 1))]
    chosen = yield from decide(
        battle, who.name, "concept", lambda _who: one_of(options, may_pass=True), left=crest_at_stake(who)
    )
    if chosen is not None:
        (attack.concept,) = yield from roll(attack.attacker, "KG-24", 1)
        who = battle.able(attack.attacker)
        who.crest_debt += CONCEPT_COST
        tell(battle, "concept", "KG-24", who, faces=(attack.concept,), amount=attack.concept)


def _tell_rank(battle: Battle, target: str, how: Explanation) -> None:
    """A monster's Rank is its own secret."""
    attacker, total = battle[attack_of(battle).attacker], how.total or 0
    of = battle[target]
    tell(battle, "rank", "KG-23", attacker, of, is_secret=True, target=of.title, rank=total, explanation=how)


def _throw(battle: Battle, ranks: Mapping[str, Explanation]) -> Flow[Sequence[int]]:
    """As many dice as the highest Rank among the targets; a critical rolls none (KG-16, KG-35)."""
    attack = attack_of(battle)
    assert attack.active is not None
    counts = {how.total or 0 for how in ranks.values()}
    most = max(counts, default=0)
    if not throws(battle) or attack.active.is_critical:
        return ()
    faces = yield from roll(attack.attacker, "KG-35", most)
    if faces:
        _tell_thrown(battle, faces, counts)
    return faces


def _tell_thrown(battle: Battle, faces: tuple[int, ...], counts: set[int]) -> None:
    """A sum says what all of the dice come to, if all of them count for everybody struck (KG-16, KG-25)."""
    attacker = battle.able(attack_of(battle).attacker)
    if len(counts) == 1:
        tell(battle, "throws", "KG-35", attacker, faces=faces, total=sum(faces))
    else:
        tell(battle, "throws_each", "KG-35", attacker, faces=faces)


# ---------------------------------------------------------------- damage


def dealt(battle: Battle, how: Explanation, thrown: Sequence[int]) -> Sum:
    """Damage before reduction: multiplier, 物D or 魔D, other changes (KG-21); "n damage" is n (KG-23)."""
    attack, now = attack_of(battle), plan(battle)
    attacker = battle[attack.attacker]
    more = changes(battle, attacker, now.damage)
    if now.own_rank == 0:
        return Sum((Part(Text("kamigakari.part.amount"), now.amount, secret_of(attacker)),)) + more
    first = _thrown(battle, how, thrown) if throws(battle) else _multiplied(battle, how)
    return Sum((first,)) + flat(battle, attacker, now, attack.weapon) + more


def _multiplied(battle: Battle, how: Explanation) -> Part:
    """The chosen die times Rank; CR in its place after a critical (KG-22)."""
    active = attack_of(battle).active
    assert active is not None
    assert how.total is not None
    is_one_nothing = battle.on("die_one") == "nothing"
    times = multiplier(
        chosen_die(battle), how.total, is_critical=active.is_critical, is_one_nothing=is_one_nothing
    )
    return _table_value(
        battle, "critical" if active.is_critical else "multiplier", how, times, die=chosen_die(battle)
    )


def _thrown(battle: Battle, how: Explanation, thrown: Sequence[int]) -> Part:
    """N dice, which all have seen fall, the first of them for each; a critical does 10 x N (KG-35 settled)."""
    active, total = attack_of(battle).active, how.total
    assert active is not None
    assert total is not None
    if active.is_critical:
        return _table_value(battle, "critical", how, multiplier(0, total, is_critical=True))
    counted = thrown[:total]
    faces = " + ".join(map(str, counted)) or "0"
    return Part(Text("kamigakari.part.thrown", {"faces": faces, "rank": total}), sum(counted))


def _table_value(battle: Battle, key: str, how: Explanation, amount: int, **said: Param) -> Part:
    """The first part of a damage number: with die, Rank and where each point of it came from; a monster's is secret."""
    points: Listed = [
        Text("kamigakari.point", {"source": part.label, "amount": f"{part.amount:+d}"}) for part in how.parts
    ]
    params: dict[str, Param] = {"rank": how.total or 0, "points": points, **said}
    secret = secret_of(battle[attack_of(battle).attacker])
    return Part(Text(f"kamigakari.part.{key}", params), amount, secret, Text(f"kamigakari.part.{key}.vague"))
