"""An attack: its weapon, targets and attribute."""

from rules.engine.choices import Some, Value
from rules.engine.dice import Draws
from rules.engine.flow import Question, Seat
from rules.engine.grid import cell_at
from rules.kamigakari.bots.blows import Blow, blow_of
from rules.kamigakari.bots.outlook import Outlook
from rules.kamigakari.bots.plain import options_of, worthwhile
from rules.kamigakari.plan import attack_of
from rules.kamigakari.state import Battle
from rules.kamigakari.terms import Attribute


def weapon(battle: Battle, question: Question, seat: Seat, _draws: Draws) -> Value:
    """The one that promises most from here."""
    who = battle[question.actor]
    outlook = Outlook(battle, who)
    offered = {option.id for option in options_of(question, seat)}
    fitting = [each for each in outlook.blows if each.weapon in offered and each.source.startswith("talent:")]

    def worth(id: str) -> int:
        there = who.cell
        return max(
            (outlook.from_there(each, there) for each in fitting if each.weapon == id and there), default=0
        )

    return max(sorted(offered), key=worth)


def blow_under_way(battle: Battle) -> tuple[Outlook, Blow]:
    """The attack under way, as its attacker sees it."""
    attack = attack_of(battle)
    outlook = Outlook(battle, battle[attack.attacker])
    return outlook, blow_of(battle, outlook.who, attack.source, attack.weapon)


def targets(battle: Battle, question: Question, seat: Seat, _draws: Draws) -> Value:
    """The enemies worth most; never a friend."""
    shape = question.choices[seat]
    assert isinstance(shape, Some)
    outlook, blow = blow_under_way(battle)
    names = [option.id for option in shape.options]
    worths = {name: outlook.hit(blow, battle[name]) for name in names if is_foe(battle, name)}
    best = sorted(worths, key=lambda name: -worths[name])[: shape.most]
    return shape.judge(best or None)


def is_foe(battle: Battle, name: str) -> bool:
    return battle[name].side is not battle[attack_of(battle).attacker].side


def area(battle: Battle, question: Question, seat: Seat, _draws: Draws) -> Value:
    """One of the engaged group of which most can be struck."""
    outlook, blow = blow_under_way(battle)
    names = [option.id for option in options_of(question, seat)]
    cell = outlook.who.cell
    worths = {name: outlook.hit(blow, battle[name]) for name in names if is_foe(battle, name)}
    if not worths or cell is None:
        return None
    return max(worths, key=lambda name: outlook.in_group(name, worths, cell))


def area_more(battle: Battle, question: Question, seat: Seat, _draws: Draws) -> Value:
    """All enemies of that group."""
    foes = [option.id for option in options_of(question, seat) if is_foe(battle, option.id)]
    return foes or None


def move_up(battle: Battle, question: Question, seat: Seat, _draws: Draws) -> Value:
    """To where the best of them can be struck."""
    outlook, blow = blow_under_way(battle)

    def worth(label: str) -> int:
        beside = outlook.engaged(cell_at(label))
        hits = sorted((outlook.hit(blow, foe) for foe in outlook.foes if foe.name in beside), reverse=True)
        return sum(hits[: blow.plan.target.count])

    return worthwhile(options_of(question, seat), worth)


def attribute(battle: Battle, question: Question, seat: Seat, _draws: Draws) -> Value:
    """The one that most of the targets are weak to (KG-25)."""
    struck = [battle[name] for name in attack_of(battle).targets if battle.stands(name)]

    def weak(id: str) -> int:
        return sum(Attribute(id) in each.weaknesses for each in struck)

    return max((option.id for option in options_of(question, seat)), key=weak)
