/**
 * Elementary functions in whole numbers, each unit 2⁻⁶⁴⁰: far more digits than a double has, for any argument that a test
 * thinks of. The series are others than those of the sources.
 */
const BITS = 640n
const ONE = 1n << BITS

/** A finite double, exactly. */
export function exactOf(x: number): bigint {
  if (x === 0) return 0n
  let exponent = 0
  let whole = x
  while (!Number.isInteger(whole)) {
    whole *= 2
    exponent++
  }
  const shift = BITS - BigInt(exponent)
  return shift >= 0n ? BigInt(whole) << shift : BigInt(whole) >> -shift
}

/** The distance of a result from the exact value, in units of the last place of that value. */
export function unitsOff(got: number, exact: bigint): number {
  if (!Number.isFinite(got)) return Infinity
  const gap = abs(exactOf(got) - exact)
  const length = abs(exact).toString(2).length
  const unit = 1n << BigInt(Math.max(0, length - 53))
  return Number((gap << 20n) / unit) / 2 ** 20
}

const abs = (a: bigint): bigint => (a < 0n ? -a : a)
const product = (a: bigint, b: bigint): bigint => (a * b) >> BITS
const quotient = (a: bigint, b: bigint): bigint => (a << BITS) / b

/** Σ sⁱ/i over the odd i: artanh s. */
function artanh(s: bigint): bigint {
  const square = product(s, s)
  let total = 0n
  let power = s
  for (let i = 1n; abs(power) > 1n; i += 2n, power = product(power, square)) total += power / i
  return total
}

/** Σ (−1)ⁱ sⁱ/i over the odd i: arctan s. */
function arctan(s: bigint): bigint {
  const square = product(s, s)
  let total = 0n
  let power = s
  for (let i = 1n; abs(power) > 1n; i += 2n, power = -product(power, square)) total += power / i
  return total
}

export const ln2: bigint = 2n * artanh(ONE / 3n)
/** 20 arctan(1/7) + 8 arctan(3/79) (Euler 1755). */
export const pi: bigint = 20n * arctan(ONE / 7n) + 8n * arctan((3n * ONE) / 79n)
export const one: bigint = ONE

export function expOf(x: bigint): bigint {
  const k = x / ln2
  // e^r by the 256th root's series, squared eight times.
  const r = (x - k * ln2) >> 8n
  let total = 0n
  let term = ONE
  for (let i = 1n; term !== 0n && term !== -1n; term = product(term, r) / i, i++) total += term
  for (let i = 0; i < 8; i++) total = product(total, total)
  return k >= 0n ? total << k : total >> -k
}

export function logOf(x: bigint): bigint {
  const k = BigInt(x.toString(2).length) - 1n - BITS
  const m = k >= 0n ? x >> k : x << -k
  return k * ln2 + 2n * artanh(quotient(m - ONE, m + ONE))
}

/** x to the power y, x > 0. */
export function powOf(x: bigint, y: bigint): bigint {
  return expOf(product(y, logOf(x)))
}

export function sinOf(x: bigint): bigint {
  const r = x % (2n * pi)
  const square = product(r, r)
  let total = 0n
  let term = r
  for (let i = 2n; term !== 0n && term !== -1n; term = -product(term, square) / (i * (i + 1n)), i += 2n) total += term
  return total
}

export function cosOf(x: bigint): bigint {
  return sinOf(x + pi / 2n)
}

export function tanhOf(x: bigint): bigint {
  const grown = expOf(2n * x)
  return quotient(grown - ONE, grown + ONE)
}

/** √(a² + b²) by Newton's method on whole numbers. */
export function hypotOf(a: bigint, b: bigint): bigint {
  const square = a * a + b * b
  let root = abs(a) + abs(b)
  for (;;) {
    const next = (root + square / root) >> 1n
    if (next >= root) return root
    root = next
  }
}

/** The cube root of x > 0, likewise. */
export function cbrtOf(x: bigint): bigint {
  const cube = x << (2n * BITS)
  let root = 1n << (BigInt(cube.toString(2).length) / 3n + 1n)
  for (;;) {
    const next = (2n * root + cube / (root * root)) / 3n
    if (next >= root) return root
    root = next
  }
}

/** x and the doubles next to it on both sides, `steps` of them each: where one branch of a function takes over from another. */
export function around(x: number, steps = 3): number[] {
  const value = new Float64Array([x])
  const word = new BigInt64Array(value.buffer)
  const from = word[0]
  return Array.from({ length: 2 * steps + 1 }, (_, i) => {
    word[0] = from + BigInt(i - steps)
    return value[0]
  })
}

/** Numbers spread evenly from `low` to `high`, none of them round. */
export function spread(low: number, high: number, count = 250): number[] {
  // The golden ratio's multiples leave no gap and repeat nothing.
  return Array.from({ length: count }, (_, i) => low + (high - low) * ((0.6180339887498949 * (i + 1)) % 1))
}

/** The greatest distance from the exact value over some arguments. */
export function greatestOff(
  arguments_: Iterable<number>,
  f: (x: number) => number,
  exact: (x: bigint) => bigint,
): number {
  let greatest = 0
  for (const x of arguments_) greatest = Math.max(greatest, unitsOff(f(x), exact(exactOf(x))))
  return greatest
}
