"""The one Dagster entry point: what `fab_pipeline.defs` holds, with the pipeline as its one resource.

Assets and checks are found by themselves; jobs, schedules and the sensor are few and named here. (`load_from_defs_folder` is not used:
it looks for a pyproject.toml, which an installed package does not have.)
"""

import dagster as dg


@dg.definitions
def defs() -> dg.Definitions:
    """Everything that the webserver and the daemon show and run."""
    from fab_pipeline import defs as package
    from fab_pipeline.defs.failures import tell_failed_runs
    from fab_pipeline.defs.housekeeping import housekeeping
    from fab_pipeline.defs.jobs import process_snapshots, rebuild_boards, refresh_prices, reparse_archive
    from fab_pipeline.defs.resources import PipelineResource
    from fab_pipeline.defs.schedules import daily, daily_housekeeping
    from fab_pipeline.defs.sensor import new_observations
    from fab_pipeline.defs.stale_sources import tell_stale_sources

    return dg.Definitions(
        assets=dg.load_assets_from_package_module(package),
        asset_checks=dg.load_asset_checks_from_package_module(package),
        jobs=[refresh_prices, process_snapshots, reparse_archive, rebuild_boards, housekeeping],
        schedules=[daily, daily_housekeeping],
        sensors=[new_observations, tell_failed_runs, tell_stale_sources],
        resources={"pipeline": PipelineResource.configure_at_launch()},
        executor=dg.in_process_executor,
    )
