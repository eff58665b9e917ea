"""The one resource: the pipeline, held by one run at a time.

Belongs here: how a Dagster run gets at `fab_pipeline.pipeline`. The lock is taken when a run starts and given back when it ends, so that
neither the command line nor another run works on the data folder in between: all tables of a run belong to one build.
"""

from collections.abc import Generator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import dagster as dg
from pydantic import PrivateAttr

from fab_pipeline.errors import FabError
from fab_pipeline.settings import Settings

if TYPE_CHECKING:
    from fab_pipeline.pipeline.pipeline import Pipeline


class PipelineResource(dg.ConfigurableResource[Any]):
    """The pipeline over the data folder that `FAB_HOME` names (see `fab_pipeline.settings`)."""

    _opened: "Pipeline | None" = PrivateAttr(default=None)

    @contextmanager
    def yield_for_execution(self, context: dg.InitResourceContext) -> Generator["PipelineResource"]:
        """Hold the lock for as long as the run lasts."""
        from fab_pipeline.pipeline.at_work import at_work
        from fab_pipeline.pipeline.pipeline import Pipeline

        settings = Settings.from_environment()
        with one_line_failures():
            settings.require_writable()
        who = f"Dagster run {context.run.run_id}" if context.run else "Dagster"
        with at_work(settings, who):
            self._opened = Pipeline(settings)
            yield self

    @property
    def steps(self) -> "Pipeline":
        """The steps, one method each."""
        if self._opened is None:
            raise RuntimeError("the pipeline resource is used outside a run")
        return self._opened


@contextmanager
def one_line_failures() -> Generator[None]:
    """Turn bad input, a failed check or a broken installation into a failed step with that one line; a bug keeps its traceback."""
    try:
        yield
    except FabError as error:
        raise dg.Failure(description=str(error), allow_retries=False) from None
