"""Sentences in every language, and Korean particles that fit the word before them."""

import ast
import tomllib
from importlib.resources import files
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.engine import errors
from rules.engine.errors import Frame, NotAllowed, RulesError
from rules.engine.text import PARTICLES, Local, Text, Words, fit_particles, initials, is_plain, text

ENGINE = Path(errors.__file__).parent
LANGUAGES = ("en", "ko")


def sentences(lang: str) -> dict[str, str]:
    """The engine's words in that language."""
    return tomllib.loads(files("rules.engine").joinpath(f"words/{lang}.toml").read_text(encoding="utf-8"))


# ---- every key that the engine uses


def kinds_of_error(kind: type[RulesError]) -> list[type[RulesError]]:
    """The engine's errors, the deepest last."""
    found = [kind] if kind.__module__.startswith("rules.engine.") else []
    return found + [each for below in kind.__subclasses__() for each in kinds_of_error(below)]


def named_keys() -> set[str]:
    """First words of `Text(...)`, `Event(...)` and of raised errors, anywhere in the engine."""
    raising = {kind.__name__ for kind in kinds_of_error(RulesError)}
    found = {f"error.{kind.slug}" for kind in kinds_of_error(RulesError)}
    for path in ENGINE.glob("*.py"):
        for call in (each for each in ast.walk(ast.parse(path.read_text())) if isinstance(each, ast.Call)):
            for key in literals(call):
                name = ast.unparse(call.func)
                if name in ("Text", "Event", "text"):
                    found.add(key)
                elif name in raising:
                    found.add(f"error.{key}")
    return found


def literals(call: ast.Call) -> list[str]:
    """The strings that the first argument may be, `"a" if x else "b"` counted both."""
    match call.args[:1]:
        case [ast.Constant(str(key))]:
            return [key]
        case [ast.IfExp(body=ast.Constant(str(one)), orelse=ast.Constant(str(other)))]:
            return [one, other]
    return []


PUT_TOGETHER = {
    *(f"frame.{frame.value}" for frame in Frame),
    *("request.wait", "request.undo"),
    *("engine.log.granted", "engine.log.refused", "engine.log.withdrawn"),
}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_key_that_the_engine_uses_has_its_sentence(lang: str) -> None:
    assert (named_keys() | PUT_TOGETHER) - set(sentences(lang)) == set()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_sentence_can_be_read_with_its_gaps_filled(lang: str) -> None:
    for key in sentences(lang):
        said = Words(lang, sentences(lang)).render(Text(key, dict.fromkeys(gaps(key), "x")))
        assert said.strip()
        assert "{" not in said


def gaps(key: str) -> list[str]:
    """The names in a sentence's braces."""
    return [part.split("}")[0] for part in sentences("en")[key].split("{")[1:]]


# ---- rendering


WORDS = Words("en", {"hit": "{who} hits {whom}", "name": "“{name}”"})


def test_sentences_stand_in_sentences() -> None:
    assert WORDS.render(text("hit", who=text("name", name="Mina"), whom=3)) == "“Mina” hits 3"


def test_lists_are_told_one_by_one() -> None:
    assert WORDS.render(["Mina", text("name", name="Jun"), 2]) == "Mina, “Jun”, 2"


def test_a_missing_sentence_or_gap_shows_itself() -> None:
    assert WORDS.render(text("no.such.key")) == "no.such.key"
    assert WORDS.render(text("hit", who="Mina")) == "Mina hits {whom}"


def test_what_players_write_is_no_sentence_to_fill() -> None:
    assert WORDS.render(text("name", name="{who} {0} {x.y}")) == "“{who} {0} {x.y}”"


def test_a_name_in_the_readers_language_else_in_english_else_in_any() -> None:
    spell = Local({"ko": "잉걸불", "en": "Ember"})
    assert (spell.in_language("ko"), spell.in_language("ja")) == ("잉걸불", "Ember")
    assert Local({"ja": "残り火"}).in_language("en") == "残り火"
    assert Local({}).in_language("en") == ""


@pytest.mark.parametrize(
    ("name", "short"),
    [
        ("The Pumpkin King", "PK"),
        ("Wick Moth", "WM"),
        ("Mina", "Mi"),
        ("An Jun", "AJ"),
        ("The Crow", "Cr"),
        ("가시둥이", "가"),
    ],
)
def test_initials_leave_the_article_out(name: str, short: str) -> None:
    assert initials(name) == short


def test_half_a_character_in_a_hand_made_request_can_still_be_shown() -> None:
    refused = NotAllowed("no_such_choice", choice="\ud800x")
    assert Words("en", sentences("en")).render(refused.text).encode()


def test_what_steers_a_terminal_is_left_out_of_a_refusal() -> None:
    refused = NotAllowed("no_such_choice", choice="\x1b[31mred\x07\u202e")
    assert Words("en", sentences("en")).render(refused.text) == "“[31mred” cannot be chosen here."


@given(st.text(st.characters()))
def test_plain_words_can_be_stored_and_shown(words: str) -> None:
    if is_plain(words):
        assert "\x00" not in words
        assert words.encode().decode() == words


@pytest.mark.parametrize(
    ("words", "plain"),
    [
        ("Flicker!\r\n\tAgain.", True),
        ("👨‍👩‍👧 미나", True),
        ("\x00", False),
        ("\x1b[31m", False),
        ("\ud83d", False),
    ],
)
def test_words_are_plain_without_control_characters(words: str, plain: bool) -> None:
    assert is_plain(words) is plain


# ---- particles


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("미나은(는)", "미나는"),
        ("준은(는)", "준은"),
        ("미나이(가)", "미나가"),
        ("준이(가)", "준이"),
        ("나무을(를)", "나무를"),
        ("불을(를)", "불을"),
        ("미나과(와) 준과(와)", "미나와 준과"),
        ("준아(야) 미나아(야)", "준아 미나야"),
        ("숲(으)로", "숲으로"),
        ("바다(으)로", "바다로"),
        ("서울(으)로", "서울로"),
        ("불(으)로", "불로"),
        ("불은(는)", "불은"),
        ("미나(이)라는", "미나라는"),
        ("준(이)라는", "준이라는"),
    ],
)
def test_particles_follow_the_last_sound(written: str, read: str) -> None:
    assert fit_particles(written) == read


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("0은(는)", "0은"),
        ("1은(는)", "1은"),
        ("2은(는)", "2는"),
        ("3이(가)", "3이"),
        ("4이(가)", "4가"),
        ("5을(를)", "5를"),
        ("6을(를)", "6을"),
        ("9과(와)", "9와"),
        ("1(으)로", "1로"),
        ("3(으)로", "3으로"),
        ("7(으)로", "7로"),
        ("8(으)로", "8로"),
        ("10(으)로", "10으로"),
        ("B4(으)로", "B4로"),
        ("A6은(는)", "A6은"),
    ],
)
def test_digits_are_read_aloud(written: str, read: str) -> None:
    assert fit_particles(written) == read


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("HP을(를)", "HP를"),
        ("TP은(는)", "TP는"),
        ("GM이(가)", "GM이"),
        ("URL(으)로", "URL로"),
        ("Mina과(와)", "Mina와"),
        ("Jun은(는)", "Jun은"),
    ],
)
def test_latin_letters_are_read_by_their_last_sound(written: str, read: str) -> None:
    assert fit_particles(written) == read


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("「잉걸불」을(를)", "「잉걸불」을"),
        ("“나무”은(는)", "“나무”는"),
        ("『숲』(으)로", "『숲』으로"),
        ("미나 (B1)은(는)", "미나 (B1)는"),
        ("준(B4)이(가)", "준(B4)이"),
        ("《불꽃》[2]과(와)", "《불꽃》[2]와"),
    ],
)
def test_closing_marks_and_asides_are_not_read(written: str, read: str) -> None:
    assert fit_particles(written) == read


def test_only_korean_sentences_are_fitted() -> None:
    assert Words("en", {"a": "은(는) {x}은(는)"}).render(text("a", x="미나")) == "은(는) 미나은(는)"
    assert Words("ko", {"a": "{x}은(는) 갑니다"}).render(text("a", x="미나")) == "미나는 갑니다"


@given(st.text())
def test_fitting_leaves_no_particle_open_after_a_letter(words: str) -> None:
    for particle in PARTICLES:
        assert particle not in fit_particles(f"{words}가{particle}")[-len(particle) :]
