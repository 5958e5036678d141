import { dataset, keyedRng, numeric, numericValues, seededRng, type Rng } from '@sdc/core'
import { standardDeviation } from '@sdc/stats'
import { describe, expect, it } from 'vitest'
import { maskedBy, people } from './attacked.fixture.js'

/** A seed that cannot be guessed: 256 bits. */
const strong = 'd1b0a7c39e5f42687ab4c6e8f013254796a8bcdeff1032547698badcfe102f3e'

const WORD = 2n ** 32n
const FACTOR = 2091639n
/** FACTOR⁻¹ modulo 2³², which exists because FACTOR is odd: Newton's iteration doubles the number of correct digits. */
const INVERSE = [1, 2, 3, 4, 5].reduce((inverse) => (inverse * (2n - FACTOR * inverse)) % WORD, FACTOR)

const modulo = (value: bigint): bigint => ((value % WORD) + WORD) % WORD

/** The state of an alea generator: its last three outputs of 32 bits, and a carry below FACTOR. */
interface State {
  readonly outputs: readonly [bigint, bigint, bigint]
  readonly carry: bigint
}

/** One step: FACTOR times the oldest output, plus the carry; the low word is the output, the high word the carry. */
function next({ outputs: [oldest, middle, last], carry }: State): State {
  const product = FACTOR * oldest + carry
  return { outputs: [middle, last, product % WORD], carry: product / WORD }
}

/** The uniform number of 53 bits made of two outputs. */
function uniformOf(first: bigint, second: bigint): number {
  return Number((first << 21n) | (second >> 11n)) / 2 ** 53
}

/**
 * Returns the generator's state after four consecutive uniform numbers; undefined if no state gives them. They are
 * eight outputs U1 … U8, and U2, U4, U6, U8 lost 11 bits. Some lost bits are recovered by U2 = FACTOR⁻¹·(U5 − carry).
 * `slack`: number of the last bits of the numbers that may be wrong.
 */
function stateAfter(uniforms: readonly number[], slack = 0): State | undefined {
  const u = uniforms.flatMap((value) => {
    const bits = BigInt(Math.floor(value * 2 ** 53))
    return [bits >> 21n, (bits & 0x1fffffn) << 11n]
  })
  const lost = 2n ** BigInt(11 + slack)
  /** Equal except for the lost bits, also around the end of the range. */
  const near = (exact: bigint, rounded: bigint): boolean => {
    const apart = modulo(exact - rounded)
    return apart < lost || WORD - apart < lost
  }
  const difference = modulo(u[3] - FACTOR * u[0])
  // A carry smaller than the bits that U4 lost results in a number just below 0.
  const carry3 = difference >= WORD - lost ? 0n : difference
  if (carry3 > FACTOR + lost) return undefined
  const carry4 = (FACTOR * u[0] + carry3) / WORD
  const second = modulo(INVERSE * (u[4] - carry4))
  const carry5 = (FACTOR * second + carry4) / WORD
  const sixth = FACTOR * u[2] + carry5
  const carry6 = sixth / WORD
  const fourth = modulo(INVERSE * (u[6] - carry6))
  if (!near(second, u[1]) || !near(fourth, u[3]) || !near(sixth % WORD, u[5])) return undefined
  const state = next({ outputs: [fourth, u[4], sixth % WORD], carry: carry6 })
  const after = next(state)
  return near(after.outputs[2], u[7]) ? after : undefined
}

function predictions(state: State, count: number): number[] {
  const numbers: number[] = []
  for (let now = state; numbers.length < count;) {
    const first = next(now)
    now = next(first)
    numbers.push(uniformOf(first.outputs[2], now.outputs[2]))
  }
  return numbers
}

const draws = (rng: Rng, count: number): number[] => Array.from({ length: count }, () => rng.uniform())

describe('the state of the generator', () => {
  it('follows from four consecutive numbers of a seeded run, for any seed, and determines all later ones', () => {
    const numbers = draws(seededRng(strong).child('income'), 2000)
    for (let from = 0; from + 14 <= numbers.length; from += 10) {
      const state = stateAfter(numbers.slice(from, from + 4))
      expect(state && predictions(state, 10)).toEqual(numbers.slice(from + 4, from + 14))
    }
  })

  it('matches no four consecutive numbers of a keyed run', () => {
    const numbers = draws(keyedRng(), 2000)
    // By chance a state matches with 2⁻¹¹ for the carry and 2⁻²⁰ for each of four numbers known to 21 bits: 2⁻⁹¹ each
    // time.
    for (let from = 0; from + 4 <= numbers.length; from++)
      expect(stateAfter(numbers.slice(from, from + 4))).toBeUndefined()
  })

  it('removes the noise from the rest of a released file with a known marginal distribution', async () => {
    const x = numericValues(people(200), 'income')
    const original = dataset([['income', numeric(x)]])
    const step = { use: 'noise/additive', params: { distribution: 'uniform' }, precision: 'full' as const }
    // Four known neighbours; a reverse-mapped release has all values of x, and so their standard deviation.
    const scale = Math.sqrt(0.25) * standardDeviation(Float64Array.from(x).sort())
    const uniformsOf = (y: Float64Array): number[] =>
      [0, 1, 2, 3].map((i) => ((y[i] - x[i]) / scale / Math.sqrt(3) + 1) / 2)
    // An income of 10⁵ keeps 2⁻³⁶ of its noise of 10⁴: at least 10 of the 21 low bits remain.
    const slack = 11
    const weak = numericValues((await maskedBy(original, [step], seededRng(strong))).data, 'income')
    const state = stateAfter(uniformsOf(weak), slack)
    const later = state ? predictions(state, 196) : []
    const back = later.map((u, at) => Math.round(100 * (weak[at + 4] - scale * Math.sqrt(3) * (2 * u - 1))) / 100)
    expect(Float64Array.from(back)).toEqual(x.slice(4))
    // In whole cents four neighbours leave 2⁻²⁰ of a noise of 10⁴: more low bits are lost than the attack permits.
    const rounded = numericValues(
      (await maskedBy(original, [{ ...step, precision: 'auto' }], seededRng(strong))).data,
      'income',
    )
    expect(stateAfter(uniformsOf(rounded), slack)).toBeUndefined()
    const keyed = numericValues((await maskedBy(original, [step], keyedRng())).data, 'income')
    // By chance, with 11 more bits lost: 2⁻⁹ for the carry and for each of the four numbers, 2⁻⁴⁵.
    expect(stateAfter(uniformsOf(keyed), slack)).toBeUndefined()
  })
})
