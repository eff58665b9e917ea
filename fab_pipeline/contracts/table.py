"""The shape of a table declaration, and short helpers to write one.

Belongs here: `Table` and the column helpers. Each helper fixes a Parquet type that every reader understands (strings for
enumerations, Float64 for money and quantities, Int64 for counts, Date, UTC microsecond timestamps, Boolean) and the checks that come
with it (numbers are finite: pandera lets infinity and NaN pass `gt`). Does not belong here: the tables themselves.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import pandera.polars as pa
import polars as pl

from fab_pipeline.contracts.words import QUALIFIERS, SCOPES, Words

TIMESTAMP: Final = pl.Datetime("us", "UTC")


@dataclass(frozen=True)
class Rule:
    """A rule over several columns of a row.

    Attributes:
        name: code of the reason for which a row is rejected.
        error: the same for people.
        keeps: true where a row keeps it; null does, too.
    """

    name: str
    error: str
    keeps: pl.Expr

    def check(self) -> pa.Check:
        """The rule as pandera takes it."""
        return pa.Check(self._kept, name=self.name, error=self.error)

    def _kept(self, data: pa.PolarsData) -> pl.LazyFrame:
        return data.lazyframe.select(self.keeps)


@dataclass(frozen=True, eq=False)
class Table:
    """One declared table: its columns, key and what a row is. Each declaration is equal to itself alone.

    Attributes:
        name: file name without suffix.
        row: what one row is, for people.
        key: columns that identify a row; unique and never null.
        schema: the pandera schema, from which everything else derives.
        published: whether a release carries the table as a file.
        order: columns by which rows are stored and shown; the key unless told.
        rules: rules over several columns of a row.
    """

    name: str
    row: str
    key: tuple[str, ...]
    schema: pa.DataFrameSchema
    published: bool = True
    order: tuple[str, ...] = ()
    rules: tuple[Rule, ...] = ()

    @cached_property
    def without_rows(self) -> pl.DataFrame:
        """A frame of the columns in their types: thousands of captures say nothing for this table, and each is told so."""
        types = {name: column.dtype.type for name, column in self.schema.columns.items()}
        return pl.DataFrame(schema={name: dtype() if isinstance(dtype, type) else dtype for name, dtype in types.items()})

    @cached_property
    def columns(self) -> tuple[str, ...]:
        """Column names in declared order."""
        return tuple(self.schema.columns)


def declare(
    name: str,
    *,
    row: str,
    key: tuple[str, ...],
    columns: Mapping[str, pa.Column],
    rules: tuple[Rule, ...] = (),
    published: bool = True,
) -> Table:
    """Declare a table. Key columns become not nullable; the key must be unique; no other column may appear.

    A table with a column `rank` is stored in that order, any other in the order of its key.
    """
    unknown = [column for column in key if column not in columns]
    if unknown:
        raise ValueError(f"table {name}: key names unknown columns {unknown}")
    for column in key:
        columns[column].nullable = False
    checks = [rule.check() for rule in rules]
    schema = pa.DataFrameSchema(dict(columns), checks=checks, name=name, description=row, unique=list(key), strict=True, ordered=True)
    return Table(name, row, key, schema, published, ("rank", *key) if "rank" in columns else key, rules)


def text(description: str, *, words: Words | tuple[str, ...] | None = None, required: bool = False) -> pa.Column:
    """String column; `words` closes it to an enumeration."""
    checks = [pa.Check.isin(list(words), name="word")] if words else []
    metadata = {"unit": None, "words": list(words) if words else None}
    return pa.Column(pl.String, checks, nullable=not required, description=description, metadata=metadata)


def number(description: str, unit: str, *, minimum: float | None = None, above: float | None = None, required: bool = False) -> pa.Column:
    """Float64 column with its unit; always finite."""
    checks = [pa.Check(_finite, name="finite", error="not a finite number")]
    if minimum is not None:
        checks.append(pa.Check.ge(minimum))
    if above is not None:
        checks.append(pa.Check.gt(above))
    return pa.Column(pl.Float64, checks, nullable=not required, description=description, metadata={"unit": unit, "words": None})


def count(description: str, unit: str = "1", *, minimum: int = 0, required: bool = False) -> pa.Column:
    """Int64 column for counts."""
    metadata = {"unit": unit, "words": None}
    return pa.Column(pl.Int64, pa.Check.ge(minimum), nullable=not required, description=description, metadata=metadata)


def flag(description: str, *, required: bool = False) -> pa.Column:
    """Boolean column."""
    return pa.Column(pl.Boolean, nullable=not required, description=description, metadata={"unit": None, "words": None})


def day(description: str, *, required: bool = False) -> pa.Column:
    """Date column."""
    return pa.Column(pl.Date, nullable=not required, description=description, metadata={"unit": None, "words": None})


def moment(description: str, *, required: bool = False) -> pa.Column:
    """UTC timestamp column with microseconds."""
    return pa.Column(TIMESTAMP, nullable=not required, description=description, metadata={"unit": None, "words": None})


def quantity(name: str, description: str, unit: str, *, scope: bool = False) -> dict[str, pa.Column]:
    """Columns of one disclosed quantity: `name`, `name_min`, `name_max`, `name_qualifier` and, where it matters, `name_scope`."""
    columns = {
        name: number(f"{description}; null for a range, or where nothing is disclosed", unit, minimum=0),
        f"{name}_min": number(f"lower bound of {name}, where one is stated", unit, minimum=0),
        f"{name}_max": number(f"upper bound of {name}, where one is stated", unit, minimum=0),
        f"{name}_qualifier": text(f"how {name} was stated; null where it was not", words=QUALIFIERS),
    }
    if scope:
        columns[f"{name}_scope"] = text(f"what {name} covers", words=SCOPES)
    return columns


def _finite(data: pa.PolarsData) -> pl.LazyFrame:
    return data.lazyframe.select(pl.col(data.key).is_finite())
