"""Linear probes over layers: arrays in, frozen reports out. Knows nothing of `explorer`."""
