"""r(f, p) by adaptive quadrature at 30 digits (python3 individual_risk.py > individual_risk.json; mpmath 1.3).

r = integral over t > 0 of (p e^-t / (1 - q e^-t))^f, in the variable u = f t, in which the integrand falls like e^-u; it
is split where its scale changes, and every value is held against p times the integral of s^(f - 1) / (p + q s) over
0 < s < 1, in which other points are looked at.
"""

import json
from mpmath import mp, mpf, quad, exp, expm1, inf

mp.dps = 30

FREQUENCIES = [1, 1.1, 1.5, 2, 2.5, 3, 4, 5, 7, 7.25, 10, 15, 20, 25.75, 29, 29.5, 29.999, 30, 31, 50, 100,
               150, 175, 176, 177, 300, 1000, 1234.5, 10000, 100000, 1000000]
SHARES = [1e-6, 1e-5, 1e-4, 0.001, 0.01, 0.05, 0.1, 0.25, 0.4, 0.4999, 0.5, 0.5001, 0.6, 0.75, 0.9, 0.99, 0.999999, 1]


def by_quadrature(f, p):
    # q and p are doubles, and 1 - q e^-t = p - q (e^-t - 1) without cancellation; the power by its logarithm.
    q = 1 - p
    def integrand(u):
        t = u / f
        return (p * exp(-t) / (p - q * expm1(-t))) ** f
    # At small f and p the integrand has a knee where 1 - e^-t is about p.
    knee = sorted({f * p, f * p * 10, f * p * 100, mpf(1), mpf(4), mpf(16), mpf(40), mpf(80)})
    return quad(integrand, [mpf(0), *knee, inf]) / f


def by_other_quadrature(f, p):
    near = [1 - mpf(w) / f for w in (100, 30, 10, 3, 1) if w < f]
    points = sorted({one for one in [mpf(0), p / 10, p, 10 * p, *near, mpf(1)] if one <= 1})
    return p * quad(lambda s: s ** (f - 1) / (p + (1 - p) * s), points)


rows = []
for f in FREQUENCIES:
    for p in SHARES:
        exact_f, exact_p = mpf(f), mpf(p)
        value = by_quadrature(exact_f, exact_p)
        other = by_other_quadrature(exact_f, exact_p)
        assert abs(value / other - 1) < mpf(10) ** -15, (f, p, value, other)
        rows.append([f, p, float(value)])

print("[")
print(",\n".join(json.dumps(row) for row in rows))
print("]")
