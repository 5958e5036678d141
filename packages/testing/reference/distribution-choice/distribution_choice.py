"""How often each family of laws is nearest (least Kolmogorov-Smirnov distance) to data drawn from each of nine laws.

Fits are of greatest likelihood, found by scipy's root finders and brute force, not by the project's code. Run:
python3 distribution_choice.py > distribution_choice.json
"""

import json
import sys

import numpy as np
import scipy
from scipy.optimize import brentq
from scipy.special import digamma, gammainc, ndtr, pdtr

N, REPEATS = 400, 4000
rng = np.random.default_rng(20261122)

truths = {
    "normal": ({"mean": 50, "sd": 8}, lambda: rng.normal(50, 8, N)),
    "log-normal": ({"meanLog": 3, "sdLog": 0.8}, lambda: rng.lognormal(3, 0.8, N)),
    "exponential": ({"mean": 20}, lambda: rng.exponential(20, N)),
    "gamma": ({"shape": 3, "scale": 5}, lambda: rng.gamma(3, 5, N)),
    "weibull": ({"shape": 2.2, "scale": 10}, lambda: 10 * rng.weibull(2.2, N)),
    "uniform": ({"min": 10, "max": 40}, lambda: rng.uniform(10, 40, N)),
    "triangular": ({"min": 0, "mode": 8, "max": 20}, lambda: rng.triangular(0, 8, 20, N)),
    "chi-squared": ({"degrees": 7}, lambda: rng.chisquare(7, N)),
    "poisson": ({"mean": 6}, lambda: rng.poisson(6, N).astype(float)),
}


def gamma_fit(x):
    gap = np.log(x.mean()) - np.log(x).mean()
    shape = brentq(lambda a: np.log(a) - digamma(a) - gap, 1e-3, 1e5, xtol=1e-12)
    return shape, x.mean() / shape


def weibull_fit(x):
    logs = np.log(x / x.max())

    def score(k):
        w = np.exp(k * logs)
        return (w * logs).sum() / w.sum() - 1 / k - logs.mean()

    k = brentq(score, 1e-3, 1e3, xtol=1e-12)
    return k, x.max() * np.exp(k * logs).mean() ** (1 / k)


def triangular_fit(x):
    n, r = len(x), x[-1] - x[0]
    a, b = x[0] - r / (2 * n), x[-1] + r / (2 * n)
    best, mode = -np.inf, x[0]
    for c in np.unique(x):
        low, high = x[x < c], x[x > c]
        value = np.log((low - a) / (c - a)).sum() + np.log((b - high) / (b - c)).sum()
        if value > best:
            best, mode = value, c
    return a, mode, b


def triangular_cdf(x, a, c, b):
    with np.errstate(all="ignore"):
        up = (x - a) ** 2 / ((b - a) * (c - a))
        down = 1 - (b - x) ** 2 / ((b - a) * (b - c))
    return np.where(x <= c, up, down)


def distance(x, cdf, before=None):
    values, counts = np.unique(x, return_counts=True)
    up_to = np.cumsum(counts) / len(x)
    at = cdf(values)
    below = at if before is None else before(values)
    return max(np.abs(up_to - at).max(), np.abs(below - (up_to - counts / len(x))).max())


def nearest(x):
    x = np.sort(x)
    found = {}
    mean, sd = x.mean(), x.std()
    found["normal"] = distance(x, lambda v: ndtr((v - mean) / sd))
    if x[0] > 0:
        logs = np.log(x)
        m, s = logs.mean(), logs.std()
        found["log-normal"] = distance(x, lambda v: ndtr((np.log(v) - m) / s))
    if x[0] >= 0:
        found["exponential"] = distance(x, lambda v: -np.expm1(-v / mean))
    if x[0] > 0:
        shape, scale = gamma_fit(x)
        found["gamma"] = distance(x, lambda v: gammainc(shape, v / scale))
        k, lam = weibull_fit(x)
        found["weibull"] = distance(x, lambda v: -np.expm1(-((v / lam) ** k)))
    found["uniform"] = distance(x, lambda v: (v - x[0]) / (x[-1] - x[0]))
    a, c, b = triangular_fit(x)
    found["triangular"] = distance(x, lambda v: triangular_cdf(v, a, c, b))
    if x[0] > 0:
        target = np.log(x).mean() - np.log(2)
        half = brentq(lambda h: digamma(h) - target, 1e-3, 1e8, xtol=1e-12)
        found["chi-squared"] = distance(x, lambda v: gammainc(half, v / 2))
    if x[0] >= 0 and (x == np.floor(x)).all():
        found["poisson"] = distance(x, lambda v: pdtr(v, mean), lambda v: np.where(v > 0, pdtr(np.maximum(v - 1, 0), mean), 0))
    return min(found, key=found.get)


cases = []
for name, (parameters, draw) in truths.items():
    chosen = {}
    for _ in range(REPEATS):
        one = nearest(draw())
        chosen[one] = chosen.get(one, 0) + 1
    cases.append(
        {
            "id": name,
            "input": {"csv": "", "columns": [], "params": {**parameters, "n": N, "repeats": REPEATS}},
            "r_call": "nearest(draw())",
            "output": {family: count / REPEATS for family, count in sorted(chosen.items())},
        }
    )
json.dump(
    {
        "topic": "choice of a family by least Kolmogorov-Smirnov distance",
        "meta": {"scipy": scipy.__version__, "numpy": np.__version__},
        "cases": cases,
    },
    sys.stdout,
    indent=1,
)
