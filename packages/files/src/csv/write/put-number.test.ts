import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decimalText, numberText } from '../number-text.js'
import { byteSink } from './byte-sink.js'
import { numberForm, putNumber, type NumberForm } from './put-number.js'

const SOAK = process.env['SDC_SOAK'] === '1'
const sink = byteSink(64)
const decoder = new TextDecoder()

function textBy(form: NumberForm, value: number): string {
  sink.at = 0
  putNumber(sink, value, form)
  return decoder.decode(sink.bytes.subarray(0, sink.at))
}

/** Forms for zero, none, two, six and nine decimals, as detected from such values. */
const forms = [[0.1 + 0.2], [5], [1.25], [0.000001], [0.123456789]].map((values) =>
  numberForm(-1, '.', Float64Array.from(values)),
)
const exact = [0, 1, 2, 4, 12, 22, 30].map((d) => numberForm(d, '.', new Float64Array()))

function check(value: number): void {
  const text = numberText(value, '.')
  for (const form of forms) if (textBy(form, value) !== text) expect(textBy(form, value)).toBe(text)
}
function checkExact(value: number): void {
  for (const form of exact) {
    const text = decimalText(value, form.decimals, '.')
    if (textBy(form, value) !== text)
      expect([value, form.decimals, textBy(form, value)]).toEqual([value, form.decimals, text])
  }
}

describe('putNumber', () => {
  it('uses the decimals of the column', () => {
    expect(forms.map(({ decimals }) => decimals)).toEqual([-1, 0, 2, 6, 9])
    expect(numberForm(-1, '.', Float64Array.of(Number.NaN, 1, 2, 2.5)).decimals).toBe(1)
  })

  it('equals numberText at the edges', () => {
    const edges = [0, 0.5, 1, 0.1 + 0.2, 1e-6, 1e-7, Number('9.999999999999999e-7'), 5e-324, 2 ** -1022, 1e15, 1e16]
    const large = [999999999999999, 9999999999999998, 2 ** 53 - 1, 2 ** 53, 2 ** 53 + 2, 1e21, 1e22, 1e23, Number.MAX_VALUE] // oxfmt-ignore
    const near = [9.5, 0.3, 2.675, 1.005, 123456789012345.67, 99999999999999.98, Number('0.000001234567890123456'), 2251799813685249.5] // oxfmt-ignore
    const tens = Array.from({ length: 23 }, (_, d) => [Number(`1e${d}`), Number(`1e-${d}`)]).flat()
    for (const value of [...edges, ...large, ...near, ...tens].flatMap((one) => [one, -one])) {
      check(value)
      checkExact(value)
    }
  })

  it('equals numberText for every exponent', () => {
    const bits = new BigUint64Array(1)
    const double = new Float64Array(bits.buffer)
    const digits = fc.bigInt({ min: 0n, max: (1n << 52n) - 1n })
    const each = SOAK ? 500 : 4
    const some = fc.sample(digits, { numRuns: 2047 * each, seed: 7 })
    for (let exponent = 0n; exponent < 2047n; exponent++) {
      const own = some.slice(Number(exponent) * each, (Number(exponent) + 1) * each)
      for (const mantissa of [0n, 1n, (1n << 52n) - 1n, 1n << 51n, ...own]) {
        bits[0] = (exponent << 52n) | mantissa
        check(double[0])
        if (exponent % 16n === 0n) check(-double[0])
      }
    }
  }, 600_000)

  it('equals numberText for typical numbers of files', () => {
    // xorshift32: millions of draws, the same in every run.
    let state = 2463534242
    const uniform = (): number => {
      state ^= state << 13
      state ^= state >>> 17
      state ^= state << 5
      return (state >>> 0) / 2 ** 32
    }
    const whole = (n: number): number => Math.floor(uniform() * n)
    const fine = (): number => uniform() + uniform() / 2 ** 32
    const kinds: (() => number)[] = [
      fine,
      () => (fine() - 0.5) * Number(`1e${whole(24) - 7}`),
      () => whole(1e6) / Number(`1e${whole(10)}`),
      () => whole(2 ** 32) / 2 ** whole(32),
      () => whole(2 ** 21) * 2 ** 32 + whole(2 ** 32),
      () => Number((fine() * Number(`1e${whole(9)}`)).toPrecision(1 + whole(17))),
      () => Math.fround(fine() * 100),
    ]
    const runs = SOAK ? 1_000_000 : 10_000
    for (const kind of kinds) {
      for (let i = 0; i < runs; i++) {
        const value = kind()
        check(value)
        if (i % 8 === 0) checkExact(value)
      }
    }
  }, 600_000)

  it('writes a decimal comma', () => {
    const form = numberForm(-1, ',', Float64Array.of(1.5))
    expect([1.5, -0.25, 1e-7, 2 ** 60, 1.5e-9, 0.1 + 0.2, 3].map((value) => textBy(form, value))).toEqual(
      [1.5, -0.25, 1e-7, 2 ** 60, 1.5e-9, 0.1 + 0.2, 3].map((value) => numberText(value, ',')),
    )
    expect(textBy(numberForm(2, ',', new Float64Array()), -1234.5)).toBe('-1234,50')
  })
})
