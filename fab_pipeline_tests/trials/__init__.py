"""The long trials: simulated days, kills, broken disks, mutated captures, a year of backfill. Each takes one seed and one size."""
