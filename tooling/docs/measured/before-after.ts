import type { Column, Dataset } from '@sdc/core'
import { axisOf, chart, maskedColour, type Sign } from './chart.js'

const before: Sign = {
  text: 'original',
  mark: (x, y) => `<rect class="w" opacity=".4" x="${x - 6}" y="${y - 5}" width="12" height="10"/>`,
}
const after: Sign = {
  text: 'masked',
  mark: (x, y) => `<path d="M${x - 6} ${y}h12" stroke="${maskedColour}" stroke-width="2"/>`,
}

/** Returns the distribution of a numeric column in both files. */
export function histogram(name: string, original: Float64Array, masked: Float64Array): string {
  const values = [...original, ...masked].filter((value) => !Number.isNaN(value)).sort((a, b) => a - b)
  // The ends of long tails are left out.
  const [least, most] = [values[Math.floor(values.length * 0.002)], values[Math.ceil(values.length * 0.998) - 1]]
  const bins = 30
  const width = (most - least) / bins || 1
  const shares = (column: Float64Array): number[] => {
    const counts = Array.from({ length: bins }, () => 0)
    for (const value of column) {
      const bin = value === most ? bins - 1 : Math.floor((value - least) / width)
      if (bin >= 0 && bin < bins) counts[bin] += 100 / column.length
    }
    return counts
  }
  const [first, second] = [shares(original), shares(masked)]
  const outline = (of: readonly number[], x: (v: number) => number, y: (v: number) => number): string =>
    `M${x(least)} ${y(0)}${of.map((share, b) => `V${y(share)}H${x(least + (b + 1) * width)}`).join('')}V${y(0)}`
  return chart({
    description: `Distribution of ${name} in the original and the masked file`,
    x: { label: name, domain: [least, least + bins * width] },
    y: axisOf('records (%)', [...first, ...second]),
    legend: [before, after],
    marks: ({ x, y }) => [
      `<path class="w" opacity=".4" d="${outline(first, x, y)}"/>`,
      `<path fill="none" stroke="${maskedColour}" stroke-width="1.5" d="${outline(second, x, y)}"/>`,
    ],
  })
}

/** Plots the masked value of each record against its original one. */
export function records(name: string, original: Float64Array, masked: Float64Array, origin: Int32Array): string {
  const pairs = Array.from(origin, (from, i) => [original[from], masked[i]] as const).filter(
    ([from, to]) => !Number.isNaN(from) && !Number.isNaN(to),
  )
  const x = axisOf(
    `original ${name}`,
    pairs.map(([from]) => from),
  )
  const y = axisOf(
    `masked ${name}`,
    pairs.map(([, to]) => to),
  )
  return chart({
    description: `Masked value of ${name} of each record over its original value`,
    x,
    y,
    legend: [
      { text: 'a record', mark: (px, py) => `<circle cx="${px}" cy="${py}" r="2" fill="${maskedColour}"/>` },
      { text: 'unchanged', mark: (px, py) => `<path class="o" stroke-dasharray="3 2" d="M${px - 6} ${py}h12"/>` },
    ],
    marks: (places) => {
      const most = Math.min(x.domain[1], y.domain[1])
      const points = new Set(pairs.map(([from, to]) => `M${Math.round(places.x(from))} ${Math.round(places.y(to))}h0`))
      return [
        `<path class="o" stroke-dasharray="3 2" d="M${places.x(0)} ${places.y(0)}L${places.x(most)} ${places.y(most)}"/>`,
        `<path stroke="${maskedColour}" stroke-width="2.6" stroke-linecap="round" opacity=".6" d="${[...points].join('')}"/>`,
      ]
    },
  })
}

/** Returns the frequency of each category of a column in both files. */
export function categories(name: string, original: Column, masked: Column): string {
  const first = countsOf(original)
  const second = countsOf(masked)
  const names = [...new Set([...first.keys(), ...second.keys()])]
  const place = (key: string): number => (key === missing ? Infinity : Number(/\d+/.exec(key)?.[0] ?? 0))
  names.sort((a, b) => place(a) - place(b) || a.length - b.length)
  return bars(name, `Frequency of each category of ${name} in the original and the masked file`, names, first, second)
}

const missing = '—'

function countsOf(column: Column): Map<string, number> {
  const counts = new Map<string, number>()
  if (column.kind === 'numeric') return counts
  for (const code of column.codes) {
    const level = column.levels[code] ?? missing
    counts.set(level, (counts.get(level) ?? 0) + 100 / column.codes.length)
  }
  return counts
}

const sizes = ['1', '2', '3–4', '5–9', '10–24', '25+']

/** Returns the numbers of records by the size of their equivalence class. */
export function classSizes(original: Dataset, masked: Dataset, keys: readonly string[]): string {
  const title = 'Records by the size of their equivalence class in the original and the masked file'
  return bars('records in the equivalence class', title, sizes, sizesOf(original, keys), sizesOf(masked, keys))
}

function sizesOf(data: Dataset, keys: readonly string[]): Map<string, number> {
  const classes = new Map<string, number>()
  const labels = Array.from({ length: data.rows }, (_, i) => keys.map((key) => labelOf(data.column(key), i)).join('|'))
  for (const label of labels) classes.set(label, (classes.get(label) ?? 0) + 1)
  const counts = new Map<string, number>()
  for (const label of labels) {
    const size = classes.get(label) ?? 0
    const name = sizes[[2, 3, 5, 10, 25].filter((least) => size >= least).length]
    counts.set(name, (counts.get(name) ?? 0) + 100 / labels.length)
  }
  return counts
}

/** Returns the category of a record, or the text of its number. */
export const labelOf = (column: Column, i: number): string =>
  column.kind === 'numeric' ? String(column.values[i]) : (column.levels[column.codes[i]] ?? missing)

function bars(
  label: string,
  description: string,
  names: readonly string[],
  first: ReadonlyMap<string, number>,
  second: ReadonlyMap<string, number>,
): string {
  const half = 0.36
  const short = names.map((name) => (names.length > 7 && name.length > 4 ? '' : name))
  const bar = (
    places: { x(v: number): number; y(v: number): number },
    from: number,
    to: number,
    value: number,
  ): string => `M${places.x(from)} ${places.y(0)}V${places.y(value)}H${places.x(to)}V${places.y(0)}`
  return chart({
    description,
    x: { label, domain: [-0.6, names.length - 0.4], names: short },
    y: axisOf('records (%)', [...first.values(), ...second.values()]),
    legend: [
      before,
      {
        text: 'masked',
        mark: (x, y) => `<rect fill="${maskedColour}" x="${x - 6}" y="${y - 5}" width="12" height="10"/>`,
      },
    ],
    marks: (places) => [
      `<path class="w" opacity=".4" d="${names.map((name, i) => bar(places, i - half, i, first.get(name) ?? 0)).join('')}"/>`,
      `<path fill="${maskedColour}" d="${names.map((name, i) => bar(places, i, i + half, second.get(name) ?? 0)).join('')}"/>`,
    ],
  })
}
