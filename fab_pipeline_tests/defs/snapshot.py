"""All definitions as text: one line per asset, check, job, schedule and sensor.

`python -m fab_pipeline_tests.defs.snapshot` writes the file that the test compares with; look at its diff before you commit it.
"""

from collections.abc import Iterator
from pathlib import Path

import dagster as dg

SNAPSHOT = Path(__file__).with_name("definitions.txt")


def described(definitions: dg.Definitions) -> str:
    return "\n".join([*assets(definitions), *checks(definitions), *jobs(definitions), *instigators(definitions)]) + "\n"


def assets(definitions: dg.Definitions) -> Iterator[str]:
    graph = definitions.resolve_asset_graph()
    for spec in sorted(definitions.resolve_all_asset_specs(), key=lambda spec: spec.key):
        if is_raw(spec.key):
            continue  # as many as the registry has; `test_live` holds them against it
        node = graph.get(spec.key)
        keys = {"raw/*" if is_raw(dep.asset_key) else dep.asset_key.to_user_string() for dep in spec.deps}
        deps = " ".join(sorted(keys)) or "nothing"
        partitions = f", partitions {type(node.partitions_def).__name__}" if node.is_partitioned else ""
        fresh = ", freshness policy" if spec.freshness_policy else ""
        known = f"group {spec.group_name}, owners {' '.join(spec.owners)}, kinds {' '.join(sorted(spec.kinds))}"
        yield f"asset {spec.key.to_user_string()}: {known}{partitions}{fresh}, from {deps}"


def is_raw(key: dg.AssetKey) -> bool:
    return key.path[0] == "raw"


def checks(definitions: dg.Definitions) -> Iterator[str]:
    graph = definitions.resolve_asset_graph()
    for key in sorted(graph.asset_check_keys, key=lambda key: (key.asset_key, key.name)):
        if is_raw(key.asset_key):
            continue
        blocking = ", blocking" if graph.get_check_spec(key).blocking else ""
        yield f"check {key.asset_key.to_user_string()} {key.name}{blocking}"


def jobs(definitions: dg.Definitions) -> Iterator[str]:
    for job in sorted(definitions.resolve_all_job_defs(), key=lambda job: job.name):
        if not job.name.startswith("__"):
            steps = " ".join(sorted({"raw__*" if node.name.startswith("raw__") else node.name for node in job.graph.nodes}))
            yield f"job {job.name}: {job.executor_def.name}, steps {steps}"


def instigators(definitions: dg.Definitions) -> Iterator[str]:
    repository = definitions.get_repository_def()
    for schedule in sorted(repository.schedule_defs, key=lambda schedule: schedule.name):
        yield f"schedule {schedule.name}: {schedule.job_name} at {schedule.cron_schedule} {schedule.execution_timezone}"
    for sensor in sorted(repository.sensor_defs, key=lambda sensor: sensor.name):
        started = " ".join(target.job_name for target in sensor.targets) or "starts nothing"
        yield f"sensor {sensor.name}: {started}, {sensor.default_status.value}"


if __name__ == "__main__":
    from fab_pipeline.definitions import defs

    SNAPSHOT.write_text(described(defs()), "utf-8")
