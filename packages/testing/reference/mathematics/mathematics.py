"""Values of elementary functions to 80 digits, by Python's decimal arithmetic alone (python3 mathematics.py > mathematics.json).

A value is two doubles, high + low: an error in units of the last place of `high` can then be told to some 50 bits more.
exp, ln and log10 are decimal's own; everything else follows from them by definition, sine and cosine from their series
after subtracting multiples of π (Machin's formula) at 450 digits.
"""

import json
import math
import random
import struct
from decimal import Decimal as D, getcontext, localcontext

getcontext().prec = 80
getcontext().Emax = 999999999
getcontext().Emin = -999999999
random.seed(1993)


def arctangent_of_inverse(k):
    total, power, j = D(0), D(1) / k, 1
    while abs(power) > D(10) ** -460:
        total += power / j
        power, j = -power / (k * k), j + 2
    return total


with localcontext() as context:
    context.prec = 460
    PI = 16 * arctangent_of_inverse(D(5)) - 4 * arctangent_of_inverse(D(239))


def sine(x):
    with localcontext() as context:
        context.prec = 450
        rest = x - (x / (2 * PI)).to_integral_value() * 2 * PI
        context.prec = 100
        total, term, j = D(0), +rest, 1
        while term != 0 and abs(term) > abs(total) * D(10) ** -95:
            total += term
            term, j = -term * rest * rest / ((j + 1) * (j + 2)), j + 2
        return total


def cosine(x):
    with localcontext() as context:
        context.prec = 450
        return sine(x + PI / 2)


def with_digits(function):
    def value(*numbers):
        with localcontext() as context:
            context.prec = 420
            return +function(*numbers)

    return value


def tangent(x):
    grown = (2 * x).exp()
    return (grown - 1) / (grown + 1)


functions = {
    "exp": D.exp,
    "log": D.ln,
    "log2": lambda x: x.ln() / D(2).ln(),
    "log10": D.log10,
    "log1p": with_digits(lambda x: (1 + x).ln()),
    "expm1": with_digits(lambda x: x.exp() - 1),
    "sin": sine,
    "cos": cosine,
    "tanh": with_digits(tangent),
    "cbrt": lambda x: (x.ln() / 3).exp() if x > 0 else -((-x).ln() / 3).exp(),
    "pow": lambda x, y: (y * x.ln()).exp(),
    "hypot": lambda x, y: (x * x + y * y).sqrt(),
}


def any_double():
    while True:
        x = struct.unpack(">d", struct.pack(">Q", random.getrandbits(63)))[0]
        if math.isfinite(x) and x > 0:
            return x


def sign():
    return random.choice([-1, 1])


def log_uniform(least, most):
    return math.exp(random.uniform(math.log(least), math.log(most)))


def near(x):
    return x * (1 + sign() * log_uniform(1e-16, 0.3))


def one_of(*draws):
    return lambda: random.choice(draws)()


def power():
    """A base, and an exponent that brings the result anywhere between the smallest and the greatest number."""
    x = random.choice([any_double(), near(1.0), random.uniform(0, 10)])
    if x == 1 or x <= 0:
        return power()
    y = random.uniform(-1070, 1023) / math.log2(x)
    return [(x, y), (x, random.uniform(-3, 3)), (x, float(random.randint(-9, 9)))][random.randrange(3)]


arguments = {
    "exp": one_of(lambda: random.uniform(-744, 709.7), lambda: sign() * log_uniform(1e-17, 2), lambda: near(0.34657)),
    "log": one_of(any_double, lambda: near(1.0), lambda: near(1.41421)),
    "log2": one_of(any_double, lambda: near(1.0), lambda: near(1.22474), lambda: near(1.73205), lambda: 2.0 ** random.randint(-1074, 1023)),
    "log10": one_of(any_double, lambda: near(1.0), lambda: float(f"1e{random.randint(-307, 308)}")),
    "log1p": one_of(lambda: sign() * log_uniform(1e-20, 0.99), lambda: log_uniform(1e-3, 1e30), lambda: -random.random()),
    "expm1": one_of(lambda: sign() * log_uniform(1e-20, 5), lambda: random.uniform(-45, 709.7), lambda: near(0.34657)),
    "sin": one_of(lambda: random.uniform(-10, 10), lambda: sign() * log_uniform(1e-10, 1e6), any_double, lambda: near(math.pi * random.randint(1, 99) / 2)),
    "tanh": lambda: sign() * log_uniform(1e-10, 25),
    "cbrt": one_of(any_double, lambda: -any_double(), lambda: random.uniform(-100, 100), lambda: float(random.randint(1, 99) ** 3)),
    "pow": power,
    "hypot": one_of(lambda: (any_double(), any_double()), lambda: (lambda x: (x, near(x)))(any_double()), lambda: (random.gauss(0, 1), random.gauss(0, 1))),
}
arguments["cos"] = arguments["sin"]
# The double that is nearest to a multiple of π/2, and numbers around the borders of the methods.
extra = {
    "sin": [5.319372648326541e255, 1048576.0 * math.pi / 2, 1e22, 1.7976931348623157e308],
    "cos": [5.319372648326541e255, 1048576.0 * math.pi / 2, 1e22, 1.7976931348623157e308],
    "exp": [709.782712893384, -745.1332191019411, -708.3964185322641],
    "log": [5e-324, 2.2250738585072014e-308, 1.7976931348623157e308],
}


def parts(value):
    high = float(value)
    with localcontext() as context:
        context.prec = 420
        return high, float(value - D(high))


def cases(name, count):
    drawn = [*extra.get(name, []), *(arguments[name]() for _ in range(count))]
    for numbers in (one if isinstance(one, tuple) else (one,) for one in drawn):
        high, low = parts(functions[name](*map(D, numbers)))
        if math.isfinite(high) and high != 0:
            yield [*numbers, high, low]


if __name__ == "__main__":
    import sys

    count = int(sys.argv[1]) if len(sys.argv) > 1 else 150
    lines = []
    for name in functions:
        rows = ",\n".join("  " + json.dumps(row) for row in cases(name, count))
        lines.append(f' "{name}": [\n{rows}\n ]')
    print("{\n" + ",\n".join(lines) + "\n}")
