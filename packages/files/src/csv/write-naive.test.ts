import { categorical, dataset, numeric, type Column } from '@sdc/core'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { CsvFile } from './csv-file.js'
import { naiveCsv } from './naive-csv.fixture.js'
import { readCsv } from './read-csv.js'
import { writeCsv } from './write-csv.js'

const RUNS = process.env['SDC_SOAK'] === '1' ? 100_000 : 1000

const amount = fc.integer({ min: -99_999, max: 999_999 })
const text = fc.constantFrom('', 'NA', '-0', '007', '1e5', 'x', 'süd', '€😀', 'a "b"', "it's", 'p;q', 'r,s', 'two\nlines', 'cr\r', '-9') // oxfmt-ignore
/** The cells of a column, most of them of one sort. */
const style = fc.constantFrom('amounts', 'whole', 'any', 'texts', 'mixed')
const cellText = (sort: string, units: number, any: number, odd: string, which: number): string => {
  if (which === 0 || sort === 'texts') return odd
  if (sort === 'amounts') return (units / 100).toFixed(2)
  if (sort === 'whole') return String(units)
  if (sort === 'any') return String(any)
  return (units / 1000).toFixed(which % 5)
}
const cell = fc.record({
  units: amount,
  any: fc.double({ noNaN: true, noDefaultInfinity: true }),
  odd: text,
  which: fc.nat(9),
  quoted: fc.nat(9),
})

/** Change of a column: unchanged, removed, reordered, redrawn, or another kind. */
const change = fc.constantFrom('same', 'same', 'none', 'turned', 'drawn', 'other')
const drawn = fc.oneof(
  amount.map((units) => units / 100),
  fc.double({ noDefaultInfinity: true }),
  fc.constantFrom(-0, 1e21, 1e-7, 2 ** 53 + 2, Number.NaN),
)

const cases = fc.record({
  separator: fc.constantFrom(',', ';', '\t', '§'),
  quote: fc.constantFrom('"', "'"),
  decimal: fc.constantFrom('.' as const, ',' as const),
  newlines: fc.constantFrom(['\n'], ['\r\n'], ['\r'], ['\n', '\r\n']),
  prefix: fc.constantFrom('', '\uFEFF'),
  named: fc.boolean(),
  ends: fc.array(fc.nat(1), { minLength: 12, maxLength: 12 }),
  columns: fc.array(fc.record({ sort: style, quoting: fc.constantFrom(0, 0, 3, 10), change }), {
    minLength: 1,
    maxLength: 4,
  }),
  rows: fc.array(fc.array(cell, { minLength: 4, maxLength: 4 }), { minLength: 1, maxLength: 9 }),
  origin: fc.option(fc.array(fc.integer({ min: -1, max: 8 }), { maxLength: 12 }), { nil: undefined }),
  draws: fc.array(drawn, { minLength: 12, maxLength: 12 }),
  added: fc.boolean(),
})
type Case = typeof cases extends fc.Arbitrary<infer T> ? T : never

function textOf({ separator, quote, decimal, newlines, prefix, named, ends, columns, rows }: Case): string {
  const written = (value: string, quoted: boolean): string => {
    const must = [separator, quote, '\n', '\r'].some((mark) => value.includes(mark))
    return quoted || must ? quote + value.replaceAll(quote, quote + quote) + quote : value
  }
  const lines = rows.map((row) =>
    columns.map(({ sort, quoting }, j) => {
      const { units, any, odd, which, quoted } = row[j]
      const value = cellText(sort, units, any, odd, which)
      const marked = sort !== 'texts' && which > 0 ? value.replace('.', decimal) : value
      return written(marked, quoted < quoting || columns.length === 1)
    }),
  )
  const all = named ? [columns.map((_, j) => written(`n ${j}`, j === 2)), ...lines] : lines
  return prefix + all.map((line, i) => line.join(separator) + newlines[ends[i] % newlines.length]).join('')
}

function changed(file: CsvFile, { columns, origin, draws, added }: Case, from: Int32Array): [string, Column][] {
  const out: [string, Column][] = []
  for (const [j, name] of file.dataset.names.entries()) {
    const was = file.dataset.column(name)
    const to = columns[j].change
    if (to === 'none' && j > 0) continue
    const other = to === 'other' || to === 'none'
    const asNumbers = (was.kind === 'numeric') !== other
    const turn = (i: number): number => (to === 'turned' ? from[(i + 1) % from.length] : from[i])
    const value = (i: number): number => {
      const record = turn(i)
      if (was.kind !== 'numeric' || record < 0 || (to === 'drawn' && draws[i] > 0)) return draws[i]
      return was.values[record]
    }
    const label = (i: number): string | null => {
      const record = turn(i)
      if (was.kind !== 'categorical' || record < 0) return draws[i] > 0 ? 'new "one"' : null
      const code = to === 'drawn' && draws[i] > 0 ? 0 : was.codes[record]
      return code < 0 ? null : (was.levels[code] ?? null)
    }
    const places = Array.from(from, (_, i) => i)
    if (to === 'same' && origin === undefined) out.push([name, was])
    else out.push([name, asNumbers ? numeric(places.map(value)) : categorical(places.map(label))])
  }
  if (added) out.push(['new, "too"', numeric(Array.from(from, (_, i) => draws[i]))])
  return out
}

it(`equals the naive writer, for ${RUNS} random files and changes`, () => {
  let read = 0
  fc.assert(
    fc.property(cases, (one) => {
      const { separator, quote, named, decimal } = one
      const whole = textOf(one)
      const file = readCsv(whole, { separator, quote, header: named, ...(separator === decimal ? {} : { decimal }) })
      expect(writeCsv(file, file.dataset)).toBe(whole)
      const { rows } = file.dataset
      const origin = one.origin && Int32Array.from(one.origin, (record) => Math.min(record, rows - 1))
      const data = dataset(changed(file, one, origin ?? Int32Array.from({ length: rows }, (_, r) => r)))
      expect(writeCsv(file, data, origin)).toBe(naiveCsv(file, data, origin))
      read += 1
    }),
    { numRuns: RUNS },
  )
  expect(read).toBeGreaterThanOrEqual(RUNS)
}, 600_000)
