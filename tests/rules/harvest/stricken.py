"""A scenario for the statuses: Mina has one of them before her first action phase."""

from tests.rules.harvest.conftest import Lay
from tests.rules.harvest.table import PASS, Table, ally, enemy, reaction, skill, spell

BLOW, WARD = spell("blow", attack=5), reaction("ward", cost="fire")
JAB = skill("jab", attack=1, tp=3)
BRACE = skill("brace", type="R", defence=1, tp=2)


def stricken(lay: Lay, status: str, level: int, *others: object, **more: object) -> Table:
    """Mina (SS 9) on B5 with that status, before her first action phase; thorn (SS 5) in front of her, Jun (SS 1)."""
    numbers = {key: more.pop(key) for key in ("hp", "tp", "action_magic") if key in more}
    mina = ally("mina", "B5", ss=9, attack=2, defence=1, **numbers)
    thorn, jun = enemy("thorn", "B4", attack=2, defence=1), ally("jun", "A6", ss=1)
    more = {"magic": [BLOW, WARD], "skills": [JAB, BRACE]} | more
    table = lay(mina, thorn, jun, *others, **more)
    return table.rule("afflict", name="mina", status=status, level=level)


def is_hit(table: Table) -> Table:
    """Thorn hits Mina with attack 2 + 5; she lets it be."""
    table.skip_to("begin", "thorn").attacks("thorn", "blow", cell="B5", targets=["mina"])
    return table.nobody_reacts()


def asked_in_a_phase(table: Table) -> list[str]:
    """What Mina is asked in her action phase when she starts it and passes the rest."""
    table.begins("mina")
    found = []
    while table.acting == "mina":
        found.append(table.asks)
        table.answers("mina", **{table.asks: PASS})
    return found
