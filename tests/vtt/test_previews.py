"""Prompts and log lines of Harvest as pages show them: what a choice would do, and why something was so."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.template.loader import get_template
from django.utils.translation import override

from rules.engine.view import GAME_MASTER, SPECTATOR, Viewer
from tests.rules.harvest.conftest import lay as lay
from tests.rules.harvest.table import (
    Table,
    ally,
    change,
    effect,
    enemy,
    enhancement,
    grand,
    line,
    player,
    skill,
    spell,
)
from tests.rules.harvest.test_preview import SECRETS, go_on, twin

LANCE = spell("lance", attack=4, range=change(line(3)))
TEA = spell("tea", effect("heal", to="self", amount=5), level=1, cost="water")
MORE = enhancement("more", attack=2, cost="fire light")


def prompts(table: Table, viewer: Viewer, lang: str = "en") -> str:
    """The dock as this viewer has it."""
    since = dict.fromkeys(table.asked, table.session.ticket)
    context = {"view": table.view(viewer), "viewer": viewer, "phase": "running", "bots": (), "seats": []}
    with override(lang):
        return str(get_template("fights/regions/prompts.html").render(context | {"since": since}))


def log(table: Table, viewer: Viewer, kind: str, lang: str = "en") -> str:
    """The newest version's lines of that kind, blanks put together."""
    template = get_template("fights/log_line.html")
    with override(lang):
        told = [
            template.render({"line": each, "viewer": viewer, "system": "harvest", "undone": False})
            for each in table.log(viewer)
            if each.kind == kind
        ]
    return " ".join("".join(told).split())


def texts(html: str) -> Iterator[str]:
    """What stands between the tags."""
    return (each.strip() for each in re.findall(r">([^<]+)<", html) if each.strip())


def paying(lay: Any) -> Table:
    """Mina may pay for a lance with one fire mana."""
    lance = LANCE.model_copy(update={"enhancements": (MORE,)})
    table: Table = lay(ally("mina", "B4", ss=9, attack=7), enemy("thorn", "B1"), magic=[lance, TEA])
    return table.begins("mina").skip_to("activate").rolls(3).answers("mina", activate="challenge")


def test_a_price_carries_what_it_covers_and_adds(lay: Any) -> None:
    dock = prompts(paying(lay), player("mina"))
    assert 'data-number="attack" data-now="7"' in dock
    lance = next(each for each in dock.split("<input") if 'data-price="lance"' in each)
    assert 'data-covers="change" data-usual="B3 A4 C4 B5" data-adds-attack="4"' in lance
    assert 'data-reach="B1 B2 B3 A4 C4 B5 B6"' in lance
    assert "missing" not in lance


@pytest.mark.parametrize(("lang", "said"), [("en", "missing: Fire, Light"), ("ko", "부족: 화, 광")])
def test_what_cannot_be_paid_for_says_what_is_missing(lay: Any, lang: str, said: str) -> None:
    """An enhancement counts with the spell that it needs."""
    dock = prompts(paying(lay), player("mina"), lang)
    more = next(each for each in dock.split("<label") if 'data-price="lance+more"' in each)
    assert "beyond" in more
    assert said in " ".join(texts(more))


def test_grand_magic_and_skills_say_what_they_do(lay: Any) -> None:
    """The style marks `data-option="grand:..."`."""
    bloom = grand("bloom", effect("heal", to="self", amount=9))
    fighters = ally("mina", "B4", ss=9, grand="bloom"), enemy("thorn", "B1")
    table = lay(*fighters, grands=[bloom], skills=[skill("rise", attack=2)]).begins("mina").skip_to("prepare")
    told = list(texts(prompts(table, player("mina"))))
    assert "once a fight: heals oneself by 9 HP" in told
    assert "TP 1: attack +2" in told
    assert 'data-option="grand:bloom"' in prompts(table, player("mina"))


def test_pages_of_twins_are_the_same_to_players() -> None:
    """Attack, defence, HP, SS and TP of creatures are on no page but the game master's."""
    tables = {"": twin()} | {secret: twin(change_it) for secret, change_it in SECRETS.items()}
    for _ in range(12):
        pages = {
            secret: [prompts(each, viewer) for viewer in (player("mina"), player("jun"), SPECTATOR)]
            for secret, each in tables.items()
        }
        for secret, page in pages.items():
            assert page == pages[""], secret
            assert not any("77" in html for html in page), secret
        for each in tables.values():
            go_on(each)


# ---------------------------------------------------------------- the log


def struck(lay: Any, **house: Any) -> Table:
    """Mina has hit thorn for 7 + 4 - 2."""
    table: Table = lay(
        ally("mina", "B4", ss=9, attack=7), enemy("thorn", "B3", defence=2), magic=[LANCE], **house
    )
    return table.casts("mina", "lance").answers("mina", targets=["thorn"])


def test_a_line_opens_into_parts_row_and_its_words(lay: Any) -> None:
    told = log(struck(lay).nobody_reacts(), GAME_MASTER, "hurt")
    assert '<details class="reckoned">' in told
    assert list(texts(told))[:9] == [
        *(
            "Thorn takes 9 damage (magic attack).",
            "Catalyst attack",
            "7",
            "Lance",
            "4",
            "Catalyst defence",
            "-2",
        ),
        *("Total", "9"),
    ]
    assert "<b>HV-40</b> Damage is the attacker&#x27;s attack less" in told


def test_a_hidden_part_hides_the_total_on_the_page(lay: Any) -> None:
    told = list(texts(log(struck(lay).nobody_reacts(), SPECTATOR, "hurt")))
    assert told[5:7] == ["Catalyst defence", "hidden"]
    assert "Total" not in told


def test_a_line_without_numbers_opens_into_its_row(lay: Any) -> None:
    told = log(struck(lay), SPECTATOR, "attack")
    assert "<details><summary>" in told
    assert "<b>HV-24</b> Inside the range" in told
    assert "<b>HV-24</b> 범위 안에서" in log(struck(lay), SPECTATOR, "attack", "ko")


def test_a_house_rule_that_decided_is_named_with_its_setting(lay: Any) -> None:
    table = lay(ally("mina", "B4", ss=9), enemy("thorn", "B3"), ends_by="gm").rule(
        "set_hp", name="thorn", value=0
    )
    told = " ".join(texts(log(table, SPECTATOR, "fall")))
    assert "HV-45" in told
    assert "HV-06" in told
    assert "House rule: The battle ends : when the game master says so" in told.replace(" ends:", " ends :")


def test_a_ruling_opens_into_nothing(lay: Any) -> None:
    table = lay(ally("mina", "B4", ss=9), enemy("thorn", "B3")).rule("set_hp", name="mina", value=3)
    assert "<details" not in log(table, SPECTATOR, "set_hp")
