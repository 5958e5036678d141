import fc from 'fast-check'
import { describe, it } from 'vitest'
import { decimalText, numberProblem, numberText, type DecimalMark } from '../number-text.js'
import { numberReader } from './read-number.js'

/** A larger run: SDC_SOAK=1. */
const RUNS = process.env.SDC_SOAK === undefined ? 8000 : 2_000_000

const readers = { '.': numberReader('.'), ',': numberReader(',') }

function check(text: string, mark: DecimalMark = '.'): void {
  const shown = mark === '.' ? text : text.replace('.', ',')
  const bytes = new TextEncoder().encode(`x${shown}9`)
  const reader = readers[mark]
  const is = reader.read(bytes, 1, bytes.length - 1)
  if (is !== (numberProblem(shown, mark) === null)) throw new Error(`${shown} is read as ${is ? 'a' : 'no'} number`)
  if (!is) return
  const { value, shortest } = reader.number
  if (!Object.is(value, Number(text))) throw new Error(`${shown} is read as ${value}`)
  if (shortest !== (numberText(value, mark) === shown)) throw new Error(`${shown}: the shortest is another one`)
  for (const decimals of [1, 2, 4, 9])
    if (reader.isText(decimals) !== (decimalText(value, decimals, mark) === shown))
      throw new Error(`${shown} is misjudged for ${decimals} decimals`)
}

const digits = (max: number): fc.Arbitrary<string> => fc.stringMatching(new RegExp(`^\\d{0,${max}}$`))
const sign = fc.constantFrom('', '', '-', '+')

/** The decimal text of the midpoint of two doubles with a number of digits, and its neighbours. */
const halfway = fc
  .tuple(
    fc.integer({ min: 0, max: 2 ** 31 - 1 }),
    fc.nat(2 ** 21 - 1),
    fc.integer({ min: 0, max: 60 }),
    fc.integer({ min: 16, max: 19 }),
    fc.integer({ min: -1, max: 1 }),
  )
  .map(([low, high, scale, count, by]) => {
    // (2 m + 1) / 2^(scale + 1), with 53 bits in m.
    const m = (1n << 52n) + BigInt(high) * (1n << 31n) + BigInt(low)
    const all = ((2n * m + 1n) * 5n ** BigInt(scale + 1)).toString()
    const whole = all.length - (scale + 1)
    const kept = (BigInt(all.slice(0, count)) + BigInt(by)).toString()
    if (whole <= 0) return `0.${'0'.repeat(-whole)}${kept}`
    return whole >= kept.length ? kept : `${kept.slice(0, whole)}.${kept.slice(whole)}`
  })

describe('a number from bytes', () => {
  it('equals Number, with its shortest text and that of fixed decimals', () => {
    const decimal = fc.tuple(sign, digits(20), fc.constantFrom('', '.'), digits(20)).map((parts) => parts.join(''))
    const usual = fc.tuple(sign, digits(6), digits(6)).map(([minus, whole, part]) => `${minus}${Number(whole)}.${part}`)
    const exponent = fc
      .tuple(sign, digits(3), digits(20), fc.integer({ min: -30, max: 30 }))
      .map(([s, a, b, e]) => `${s}${a}.${b}e${e}`)
    const printed = fc.double({ noNaN: true, noDefaultInfinity: true }).map(String)
    const middling = fc.double({ min: -1e6, max: 1e6, noNaN: true })
    const precise = fc
      .tuple(middling, fc.integer({ min: 14, max: 19 }))
      .map(([value, count]) => value.toPrecision(count))
    const texts = fc.oneof(decimal, usual, exponent, printed, middling.map(String), precise, halfway)
    fc.assert(
      fc.property(texts, fc.constantFrom<DecimalMark>('.', ','), (text, mark) => check(text, mark)),
      { numRuns: RUNS },
    )
  }, 3_600_000)

  it('also holds at the edges', () => {
    const edges = [
      '',
      '-',
      '+',
      '.',
      '1e',
      '1e+',
      '5.',
      '.5',
      '-0',
      '-0.00',
      '007',
      '0',
      '00.5',
      '1e400',
      '1.',
      '1..2',
      '1e5.5',
    ]
    const large = [2 ** 53 - 1, 2 ** 53, 2 ** 53 + 2].flatMap((n) => [`${n}`, `-${n}`, `${n}.0`, `${n}.`, `${n}.5`])
    const odd = [
      '9007199254740993',
      '9007199254740993.5',
      '4503599627370496.5',
      '4503599627370497.5',
      '0.000001',
      '0.0000009',
    ]
    const long = [
      '0.30000000000000004',
      '0.1000000000000000055511151231257827',
      '123456789012345678',
      '0.99999999999999999',
    ]
    for (const text of [...edges, ...large, ...odd, ...long]) for (const mark of ['.', ','] as const) check(text, mark)
  })
})
