"""The forms of a system's rulings, for the GM's drawer: made of what each ruling reads."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from pydantic.fields import FieldInfo

from rules.engine.choices import Option
from rules.engine.forms import Kinds, Named, bounds
from rules.engine.text import Text

Layout = Mapping[str, Mapping[str, Sequence[str]]]
"""Groups of forms; the rulings that a form is for, which all read the same."""
Options = Mapping[str, tuple[Option, ...]]
"""What may be chosen in a field: by its name, or by ruling and name (`move.cell`) where that is not all the same."""


@dataclass(frozen=True)
class Example:
    """How a field is filled before anybody has: with a `value`, or with a pale `hint` of what could stand there."""

    value: str = ""
    hint: str = ""


@dataclass(frozen=True)
class Blank:
    """One field: with `options` to choose among them, with bounds for a number, else for words."""

    name: str
    label: Text
    options: tuple[Option, ...] = ()
    least: int | None = None
    most: int | None = None
    value: str = ""
    hint: str = ""


@dataclass(frozen=True)
class Button:
    """Sends the form, `name` set to `value`."""

    name: str
    value: str
    label: Text
    sure: Text | None = None
    """What is asked before it is done, where that cannot be undone by another ruling."""


@dataclass(frozen=True)
class RulingForm:
    """One form of the drawer."""

    id: str
    ruling: str
    """The ruling it is for; empty where its buttons say which."""
    blanks: tuple[Blank, ...]
    buttons: tuple[Button, ...]


@dataclass(frozen=True)
class RulingGroup:
    """Forms that stand together under a title."""

    id: str
    title: Text
    forms: tuple[RulingForm, ...]


@dataclass(frozen=True)
class Drawer:
    """A system's forms of rulings, all but what a fight holds to choose from."""

    system: str
    layout: Layout
    kinds: Kinds
    named: Named
    examples: Mapping[str, Example]
    final: frozenset[str]
    """The rulings that are asked about before they are done."""

    def groups(self, options: Options) -> tuple[RulingGroup, ...]:
        """All forms with something to choose in every field."""
        found = (
            RulingGroup(id, Text(f"rulings.{self.system}.{id}"), tuple(self._forms(forms, options)))
            for id, forms in self.layout.items()
        )
        return tuple(group for group in found if group.forms)

    def _forms(self, forms: Mapping[str, Sequence[str]], options: Options) -> Iterator[RulingForm]:
        for id, rulings in forms.items():
            fields = self.kinds[rulings[0]][0].model_fields
            asked = {name: field for name, field in fields.items() if field.annotation is not bool}
            blanks = tuple(self._blank(rulings[0], name, field, options) for name, field in asked.items())
            if all(blank.options or not _is_chosen(blank, options) for blank in blanks):
                yes_or_no = next((name for name in fields if name not in asked), "")
                yield RulingForm(
                    id, rulings[0] if yes_or_no else "", blanks, tuple(self._buttons(rulings, yes_or_no))
                )

    def _blank(self, ruling: str, name: str, field: FieldInfo, options: Options) -> Blank:
        example = self.examples.get(name, Example())
        value = example.value if field.is_required() else str(field.default)
        chosen = options.get(f"{ruling}.{name}", options.get(name, ()))
        least, most = bounds(field)
        return Blank(name, self.named(name), chosen, least, most, value, example.hint)

    def _buttons(self, rulings: Sequence[str], yes_or_no: str) -> Iterator[Button]:
        if yes_or_no:
            for value, said in (("true", "yes"), ("false", "no")):
                yield Button(yes_or_no, value, Text(f"ruling.{rulings[0]}.{said}"))
            return
        for ruling in rulings:
            sure = Text(f"ruling.{ruling}.sure") if ruling in self.final else None
            yield Button("ruling", ruling, Text(f"ruling.{ruling}"), sure)


def _is_chosen(blank: Blank, options: Options) -> bool:
    """Whether it is filled by choosing, in this fight or another."""
    return any(name.rpartition(".")[2] == blank.name for name in options)
