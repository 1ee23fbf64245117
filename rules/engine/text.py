"""Sentences as data: rules return `Text`, a viewer's language turns it into words."""

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Union


@dataclass(frozen=True)
class Local:
    """A name written by an author in several languages, such as a spell's (`{"en": "Ember", "ko": "잉걸불"}`)."""

    names: dict[str, str]

    def in_language(self, lang: str) -> str:
        """The name in `lang`; without one in English; without that in whatever language comes first."""
        return self.names.get(lang) or self.names.get("en") or next(iter(self.names.values()), "")


Listed = list[Union[int, str, "Text", Local]]
"""Several things, to be said one after the other."""
Param = Union[int, str, "Text", Local, Listed]


@dataclass(frozen=True)
class Text:
    """A sentence's key in `words/<lang>.toml` and what stands in its gaps."""

    key: str
    params: dict[str, Param] = field(default_factory=dict)


def text(key: str, **params: Param) -> Text:
    """Short for `Text(key, params)`."""
    return Text(key, params)


@dataclass(frozen=True)
class Words:
    """One language's sentences, of the engine and of every system, with `{gap}`s in them."""

    lang: str
    sentences: Mapping[str, str]

    def render(self, said: Param) -> str:
        """`said` in this language, Korean particles fitted to the word before them. A missing key shows itself."""
        return fit_particles(self._fill(said)) if self.lang == "ko" else self._fill(said)

    @cached_property
    def _usual(self) -> Mapping[str, str]:
        """What fights of before do not say: they call who runs the table a game master."""
        return {"gm": self.sentences.get("engine.gm", "{gm}")}

    def _fill(self, said: Param) -> str:
        match said:
            case Text(key, params):
                filled = {name: self._fill(param) for name, param in params.items()}
                return self.sentences.get(key, key).format_map(_Gaps(filled, self._usual))
            case Local():
                return said.in_language(self.lang)
            case list():
                return ", ".join(self._fill(each) for each in said)
            case _:
                return str(said)


class _Gaps(dict[str, str]):
    """What stands in a sentence's gaps: what was said, else what is `usual`; any other gap shows itself."""

    def __init__(self, said: Mapping[str, str], usual: Mapping[str, str]) -> None:
        super().__init__(said)
        self.usual = usual

    def __missing__(self, name: str) -> str:
        return self.usual.get(name, f"{{{name}}}")


_TURNING = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
"""Characters that turn the direction of the words after them."""


def is_plain(words: str) -> bool:
    """Whether `words` can be stored and shown anywhere: no control characters but line ends, none that turns the
    writing around, no broken Unicode."""
    return all(
        each in "\n\r\t" or (unicodedata.category(each) not in ("Cc", "Cs") and each not in _TURNING)
        for each in words
    )


def initials(said: Param) -> Param:
    """One or two letters for a small disc: of each language's name, a number kept ("Thornling 2": T2)."""
    match said:
        case Local():
            return Local({lang: _initials(name) for lang, name in said.names.items()})
        case Text(_, {"name": name, "number": number}):
            return Text("engine.initials", {"name": initials(name), "number": number})
        case str():
            return _initials(said)
    return ""


def _initials(name: str) -> str:
    words = name.split()
    if len(words) > 1 and words[0].lower() == ARTICLE:
        words = words[1:]
        name = words[0]
    return (
        "".join(word[0] for word in words[:2]) if len(words) > 1 else name[: 1 if name[:1] > "\u2e80" else 2]
    )


ARTICLE = "the"
"""Left out of initials: "The Pumpkin King" is PK. (An is also somebody's name.)"""

PARTICLES = {
    "은(는)": ("은", "는"),
    "이(가)": ("이", "가"),
    "을(를)": ("을", "를"),
    "과(와)": ("과", "와"),
    "아(야)": ("아", "야"),
    "이(여)": ("이여", "여"),
    "(으)로": ("으로", "로"),
    "(이)라": ("이라", "라"),
}
_ASIDE = r"(?:\s?\([^()]*\))?"
_CLOSING = r"[)\]}」』》〉】\"'”’]*"
_PARTICLE = re.compile(rf"(\w)({_ASIDE}{_CLOSING})({'|'.join(map(re.escape, PARTICLES))})")
_DIGIT_FINALS = {"0": 21, "1": 8, "3": 16, "6": 1, "7": 8, "8": 8}
_FINAL_L = 8


def fit_particles(sentence: str) -> str:
    """Korean particles written as `은(는)` take the form that the sound before them asks for.

    Closing marks, and an aside in round brackets, are not read: `미나 (B4)은(는)` goes by 나.
    """
    return _PARTICLE.sub(_fit, sentence)


def _fit(found: re.Match[str]) -> str:
    before, closing, particle = found.groups()
    final = _final_consonant(before)
    with_final, without = PARTICLES[particle]
    takes_long_form = final and not (particle == "(으)로" and final == _FINAL_L)
    return before + closing + (with_final if takes_long_form else without)


def _final_consonant(letter: str) -> int:
    """The number of the letter's final consonant in Unicode's order of Hangul, 0 for none."""
    if "가" <= letter <= "힣":
        return (ord(letter) - ord("가")) % 28
    if letter in "lLㄹ":
        return _FINAL_L
    return _DIGIT_FINALS.get(letter, 16 if letter in "mnMN" else 0)
