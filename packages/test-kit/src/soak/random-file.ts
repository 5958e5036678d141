import { categorical, dataset, numeric, type Column, type Dataset } from '@sdc/core'
import { exp } from '@sdc/stats'
import type { Draw } from './draw.js'

/**
 * A random file like those of statistical offices: one to 300 records, two to seven columns of numbers and categories.
 * It may have ties, zeros, a forgotten code of nines, one huge value, scales from 10⁻¹² to 10¹², copies of other
 * columns, constants, levels without records, and missing cells up to all of them.
 */
export function randomFile(draw: Draw): Dataset {
  const rows = draw.chance(0.1)
    ? draw.whole(1, 5)
    : draw.one([draw.whole(6, 30), draw.whole(31, 120), draw.whole(121, 300)])
  const columns: [string, Column][] = []
  const count = draw.whole(2, 7)
  for (let j = 0; j < count; j++) {
    const made = draw.chance(0.65) ? randomNumbers(draw, rows, columns) : randomCategories(draw, rows)
    columns.push([`${draw.one(['x', 'B', 'é', 'a b', '1'])}${j}`, withHoles(draw, made)])
  }
  return dataset(columns)
}

type Numbers = (draw: Draw) => number

const laws: readonly Numbers[] = [
  ({ rng }) => rng.normal(),
  ({ rng }) => exp(rng.normal()),
  ({ rng }) => Math.round(100 * exp(7 + rng.normal())) / 100,
  ({ rng }) => Math.round(40 + 12 * rng.normal()),
  (draw) => draw.whole(0, 1),
  (draw) => draw.whole(1, 4),
  (draw) => (draw.chance(0.6) ? 0 : Math.round(exp(6 + draw.rng.normal()))),
  (draw) => (draw.chance(0.9) ? 0 : Math.round(exp(6 + draw.rng.normal()))),
  (draw) => (draw.chance(0.05) ? 99999 : draw.whole(1, 60)),
  (draw) => (draw.chance(0.02) ? 9999999999 : Math.round(1000 * draw.rng.uniform()) / 1000),
  ({ rng }) => -1e6 + rng.normal(),
  () => 7.5,
]

function randomNumbers(draw: Draw, rows: number, others: readonly (readonly [string, Column])[]): Column {
  const numbers = others.flatMap(([, column]) => (column.kind === 'numeric' ? [column.values] : []))
  if (numbers.length > 0 && draw.chance(0.15)) {
    const factor = draw.one([1, -2, 12])
    const copied = draw.one(numbers)
    return numeric(copied.map((value) => factor * value + 3))
  }
  const law = draw.one(laws)
  const scale = draw.chance(0.15) ? draw.one([1e-12, 1e-6, 1e6, 1e12]) : 1
  return numeric(Float64Array.from({ length: rows }, () => scale * law(draw)))
}

function randomCategories(draw: Draw, rows: number): Column {
  const count = draw.whole(1, 8)
  const levels = Array.from({ length: count }, (_, i) => draw.one(['', '0', 'k ', 'Ä']) + String(i + 1))
  const distinct = draw.chance(0.05)
  const common = draw.chance(0.3)
  const label = (i: number): string =>
    distinct ? `p${i}` : common && draw.chance(0.8) ? levels[0] : levels[draw.rng.int(count)]
  const labels = Array.from({ length: rows }, (_, i) => label(i))
  const column = distinct || draw.chance(0.3) ? categorical(labels) : categorical(labels, levels)
  return draw.chance(0.4) ? { ...column, ordered: true } : column
}

function withHoles(draw: Draw, column: Column): Column {
  if (!draw.chance(0.15)) return column
  const share = draw.one([0.05, 0.3, 0.6, draw.chance(0.2) ? 1 : 0.1])
  if (column.kind === 'numeric') return numeric(column.values.map((value) => (draw.chance(share) ? Number.NaN : value)))
  return { ...column, codes: column.codes.map((code) => (draw.chance(share) ? -1 : code)) }
}
