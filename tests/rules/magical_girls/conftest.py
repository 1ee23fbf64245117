"""Tables for Magical Girls's tests, looked at when the test is over."""

from collections.abc import Callable, Iterator

import pytest

from tests.rules.magical_girls.table import Table

Lay = Callable[..., Table]


@pytest.fixture
def lay() -> Iterator[Lay]:
    """Lays tables. Afterwards every told die must have fallen, and the fight must come back from its record."""
    tables: list[Table] = []

    def laid(*fighters: object, **more: object) -> Table:
        tables.append(Table(*fighters, **more))  # type: ignore[arg-type]
        return tables[-1]

    yield laid
    for table in tables:
        table.script.assert_used_up()
        assert table.restored().digest() == table.session.digest()
