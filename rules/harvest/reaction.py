"""The reaction phase: cover timing, support timing, activation timing, in this order (HV-31 to HV-34)."""

from rules.engine.choices import Option, Shape, Value
from rules.engine.errors import Frame
from rules.engine.flow import Ask, Flow, ask_one, frame
from rules.engine.log import decided_by
from rules.engine.text import Text
from rules.harvest.activation import challenge, may_challenge
from rules.harvest.asking import decide, one_of, person, put, word
from rules.harvest.battlefield import apart
from rules.harvest.cautions import spending
from rules.harvest.preview import coming, covering, reaction
from rules.harvest.skills import as_options, usable, use
from rules.harvest.state import Attack, Battle, Combatant
from rules.harvest.terms import Timing
from rules.harvest.verbs import tell


def may_react(battle: Battle, who: str) -> bool:
    """Whether a targeted character has anything to choose: cover, a skill, a challenge (HV-30)."""
    return is_there(battle, who) and bool(_options(battle, who, [], [], may_be_covered=True))


def is_there(battle: Battle, who: str) -> bool:
    """Whether it is a character that stands; special objects do not react (HV-30)."""
    return battle.has(who) and battle.stands(who)


def reaction_phase(battle: Battle, who: str, *, may_be_covered: bool = True) -> Flow[None]:
    """One character's reaction, once per attack (HV-30). One prompt goes through its timings; a pass lets it be.

    The coverer reacts at once, without a cover timing (HV-32, settled).
    """
    attack = battle.attack
    assert attack is not None
    if who in attack.used or not is_there(battle, who):
        return
    attack.used.append(who)
    yield from frame(Frame.REACTION, _timings(battle, who, may_be_covered))


def _timings(battle: Battle, who: str, may_be_covered: bool) -> Flow[None]:
    """Cover only before the first skill, skills only before the challenge, which is the last (HV-31)."""
    refused: list[str] = []
    used: list[str] = []
    while True:
        covers = may_be_covered and not used
        if not _options(battle, who, used, refused, may_be_covered=covers) and not battle.on("ask_everyone"):
            return
        choice = yield from _choose(battle, who, used, refused, covers)
        kind, _, name = str(choice or "").partition(":")
        if kind == "cover" and (yield from _covered_by(battle, who, name)):
            yield from reaction_phase(battle, name, may_be_covered=False)
            return
        elif kind == "cover":
            refused.append(name)
        elif kind in ("skill", "item", "grand"):
            used.append(str(choice))
            yield from use(battle, who, str(choice))
        else:
            if kind == "challenge":
                yield from _challenge(battle, who)
            return


def _choose(battle: Battle, who: str, used: list[str], refused: list[str], covers: bool) -> Flow[Value]:
    def options() -> list[Option]:
        return _options(battle, who, used, refused, may_be_covered=covers)

    def make() -> Ask:
        reactor = battle.able(who)
        seen = one_of((reaction(battle, reactor, each) for each in options()), may_pass=True)
        hits = coming(battle, who, reactor.seat)
        more = spending(battle, reactor, "R", used)
        tp = Text("harvest.caution.tp", more) if reactor.skills else ""
        return put(battle, "react", {reactor.seat: seen}, reactor, hits=hits, tp=tp)

    return (yield from ask_one(make))


def _options(
    battle: Battle, who: str, used: list[str], refused: list[str], *, may_be_covered: bool
) -> list[Option]:
    reactor = battle.able(who)
    found: list[Option] = []
    if may_be_covered:
        found += [_cover_option(battle, name) for name in coverers(battle, who) if name not in refused]
    found += as_options(battle, reactor, usable(battle, reactor, "R", used))
    if may_challenge(battle, reactor, Timing.REACTION):
        found.append(word("challenge"))
    return found


def _cover_option(battle: Battle, name: str) -> Option:
    return person(battle[name], "cover:", Text("harvest.option.cover", {"who": battle[name].title}))


def coverers(battle: Battle, target: str) -> list[str]:
    """Who could cover: characters one orthogonal step away, not the caster, not covered themselves (HV-32).

    Next to a giant is next to any of its cells (settled). Any character may, an enemy too, but by the house rule
    `cover_by`; those of the target's camp come first.
    """
    attack, here = battle.attack, battle.able(target).cells
    assert attack is not None
    if not here or _covers(attack, target):
        return []
    camp = battle[target].camp
    beside = [
        each
        for each in battle.standing_ones(camp if battle.on("cover_by") == "friends" else None)
        if apart(each.cells, here) == 1 and each.name != attack.caster and not _is_covered(attack, each.name)
    ]
    return [each.name for each in sorted(beside, key=lambda each: each.camp is not camp)]


def _covers(attack: Attack, name: str) -> bool:
    return any(coverer == name for _covered, coverer in attack.covers)


def _is_covered(attack: Attack, name: str) -> bool:
    return any(covered == name for covered, _coverer in attack.covers)


def _covered_by(battle: Battle, target: str, coverer: str) -> Flow[bool]:
    """The picked character must consent; one seat deciding for both has consented by picking (HV-32)."""
    attack = battle.attack
    assert attack is not None
    is_agreed = battle.able(coverer).seat == battle.able(target).seat
    if not is_agreed and not (yield from _consents(battle, target, coverer)):
        return False
    if coverer not in coverers(battle, target):
        return False
    attack.covers.append((target, coverer))
    covered, covering = battle[target], battle[coverer]
    how = decided_by("cover_by", "HV-32") if covered.camp is not covering.camp else None
    tell(battle, "cover", "HV-32", covering, covered, explanation=how, target=covered.title)
    return True


def _consents(battle: Battle, target: str, coverer: str) -> Flow[bool]:
    """Whether she takes the hit. A frame of its own: if she is gone, the one to be covered still has her reaction.

    If that one is gone, nothing is asked any more.
    """
    title = battle[target].title

    def consent(asked: Combatant) -> Shape:
        battle.able(target)
        choice = covering(battle, coverer, target, asked.seat, word("consent", who=title))
        return one_of([choice], may_pass=True)

    answer = yield from frame(
        Frame.REACTION, decide(battle, coverer, "consent", consent, (target,), target=title)
    )
    return answer is not None


def _challenge(battle: Battle, who: str) -> Flow[None]:
    """An activation challenge with reaction magic (HV-34): defence rises count at damage, the rest comes after it."""
    cast = yield from challenge(battle, who, Timing.REACTION)
    if not cast or battle.attack is None:
        return
    reaction = battle.attack.reaction_of(who)
    for id in cast:
        magic = battle.library.magic(id)
        if magic.defence:
            reaction.defence.append((magic.title, magic.defence))
        reaction.effects.append(id)
