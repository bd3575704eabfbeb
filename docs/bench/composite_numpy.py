"""Median rank over every subset of two or more of 11 variables, 500 wards."""
import time

import numpy as np

random = np.random.default_rng(1)
started = time.perf_counter()
x = random.random((500, 11))
x = (x - x.min(axis=0)) / (x.max(axis=0) - x.min(axis=0))
masks = np.array([m for m in range(1, 1 << 11) if bin(m).count("1") >= 2])
member = (masks[:, None] >> np.arange(11)) & 1
scores = x @ member.T / member.sum(axis=1)
order = np.argsort(-scores, axis=0)
ranks = np.empty_like(order)
np.put_along_axis(ranks, order, np.arange(1, 501)[:, None], axis=0)
median = np.median(ranks, axis=1)
print(len(masks), median[:3], f"{time.perf_counter() - started:.3f} s in process")
