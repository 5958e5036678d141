import { powerOfTwo } from '@sdc/core'

/** π/2 in four parts, the first three of 33 bits, so that their multiples up to 2²⁰ are exact. */
const PARTS = [1.5707963267341256, 6.077100506303966e-11, 2.0222662487111665e-21, 8.4784276603689e-32] as const

const MANY = 0x100000

/**
 * Remainder of x after the multiple of π/2, in two parts. They are variables, as a pair would allocate an object per
 * call.
 */
export let restHigh = 0
export let restLow = 0

/**
 * Returns the quadrant 0–3 of x: x = n·π/2 + rest with |rest| ≤ π/4, n modulo 4. Up to 2²⁰ it uses parts of π/2 (Cody &
 * Waite 1980), beyond that whole numbers of as many bits as needed.
 */
export function quadrantOf(x: number): number {
  const n = Math.floor((x * 2) / Math.PI + 0.5)
  if (Math.abs(n) >= MANY) return farQuadrantOf(x)
  // The first difference is exact; the second is kept with its rounding error.
  const first = x - n * PARTS[0]
  const part = n * PARTS[1]
  const second = first - part
  const back = first - second
  const error = first - (second + back) + (back - part)
  const third = n * PARTS[2]
  const sum = second - third
  const backOfSum = second - sum
  const errorOfSum = second - (sum + backOfSum) + (backOfSum - third)
  const low = error + errorOfSum - n * PARTS[3]
  restHigh = sum + low
  restLow = sum - restHigh + low
  return ((n % 4) + 4) % 4
}

/** Decimal places: those of the smallest remainder of a double, and the greatest exponent of one. */
const PLACES = 1300n
const KEPT = 160n
let halfPi: bigint | undefined

function farQuadrantOf(x: number): number {
  halfPi ??= (16n * inverseArctangent(5n) - 4n * inverseArctangent(239n)) >> 17n
  const exact = wholeOf(x) << (PLACES - 32n)
  const twice = 2n * exact + halfPi
  let n = twice / (2n * halfPi)
  if (twice < 0n && n * 2n * halfPi !== twice) n--
  const rest = (exact - n * halfPi) >> (PLACES - KEPT)
  restHigh = Number(rest)
  restLow = Number(rest - BigInt(restHigh)) * powerOfTwo(-160)
  restHigh *= powerOfTwo(-160)
  return Number(BigInt.asUintN(2, n))
}

/** Returns x·2³², a whole number for |x| ≥ 2²⁰. */
function wholeOf(x: number): bigint {
  return Math.abs(x) < 1e200 ? BigInt(x * 4294967296) : BigInt(x) << 32n
}

/**
 * Computes arctan(1/k) with 16 places more than π/2, by its series: π = 16 arctan(1/5) − 4 arctan(1/239) (Machin 1706).
 */
function inverseArctangent(k: bigint): bigint {
  let power = (1n << (PLACES + 16n)) / k
  let total = 0n
  for (let j = 1n; power !== 0n; j += 2n, power /= -k * k) total += power / j
  return total
}
