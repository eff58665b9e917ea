"""The one resource: the pipeline, held by one run at a time.

Belongs here: how a Dagster run gets at `fab_pipeline.pipeline`. The lock is taken when a run starts and given back when it ends, so that
neither the command line nor another run works on the data folder in between: all tables of a run belong to one build.
"""

from collections.abc import Callable, Generator
from contextlib import contextmanager
from datetime import date, datetime
from typing import TYPE_CHECKING, Any

import dagster as dg
from pydantic import Field, PrivateAttr

from fab_pipeline.errors import FabError, UsageError
from fab_pipeline.settings import Settings

if TYPE_CHECKING:
    from fab_pipeline.collecting.sealing import Collection
    from fab_pipeline.pipeline.pipeline import Pipeline


class PipelineResource(dg.ConfigurableResource[Any]):
    """The pipeline over the data folder that `FAB_HOME` names (see `fab_pipeline.settings`)."""

    as_of: str | None = Field(
        default=None, description="Day of the boards, like 2026-10-04; the newest day with an observed price unless given."
    )
    known_at: str | None = Field(
        default=None,
        description="Use only what had been observed by then, like 2026-10-04T12:00:00Z; everything that is known unless given.",
    )
    _opened: "Pipeline | None" = PrivateAttr(default=None)
    _collection: "Collection | None" = PrivateAttr(default=None)

    @contextmanager
    def yield_for_execution(self, context: dg.InitResourceContext) -> Generator["PipelineResource"]:
        """Hold the lock for as long as the run lasts."""
        from fab_pipeline.pipeline.at_work import at_work
        from fab_pipeline.pipeline.pipeline import Pipeline

        settings = Settings.from_environment()
        with one_line_failures():
            settings.require_writable()
            as_of, known_at = parsed_day("as_of", self.as_of), _moment(self.known_at)
        who = f"Dagster run {context.run.run_id}" if context.run else "Dagster"
        with at_work(settings, who):
            self._opened, self._collection = Pipeline(settings, as_of, known_at), None
            yield self

    @property
    def steps(self) -> "Pipeline":
        """The steps, one method each."""
        if self._opened is None:
            raise RuntimeError("the pipeline resource is used outside a run")
        return self._opened

    def collection(self, ask: "Callable[[], Collection]") -> "Collection":
        """The collection of this run: sources are asked once, by the first step that needs an answer."""
        if self._collection is None:
            self._collection = ask()
        return self._collection


def parsed_day(name: str, text: str | None) -> date | None:
    """A day that somebody typed into a run's configuration; None where it is left out.

    Raises:
        UsageError: it is none.
    """
    try:
        return date.fromisoformat(text) if text else None
    except ValueError as error:
        raise UsageError(f"{name} is {text!r}; write a day like 2026-10-04") from error


def _moment(text: str | None) -> datetime | None:
    try:
        moment = datetime.fromisoformat(text) if text else None
    except ValueError:
        raise UsageError(f"known_at is {text!r}; write a time like 2026-10-04T12:00:00Z") from None
    if moment is not None and moment.tzinfo is None:
        raise UsageError(f"known_at is {text!r}; add the time zone: {text}Z")
    return moment


@contextmanager
def one_line_failures() -> Generator[None]:
    """Turn bad input, a failed check or a broken installation into a failed step with that one line; a bug keeps its traceback."""
    try:
        yield
    except FabError as error:
        raise dg.Failure(description=str(error), allow_retries=False) from None
