import { categorical, seededRng, type CategoricalColumn, type Sensitivity, type Table } from '@sdc/core'
import { exp } from '@sdc/stats'
import { parentCodes, relationsOf } from './table/relations.js'

/** Levels under one level: their number, or an entry for each. `[2, 3]` is two levels with two and three parts. */
export type RandomLevels = number | readonly RandomLevels[]

export interface RandomTableOptions {
  /** Levels of each dimension under its total: `[40, 40]` is a plain table, `[[[2, 3], [2]], 5]` has a hierarchy. */
  readonly dimensions: readonly RandomLevels[]
  readonly seed: string | number
  /** Share of the inner cells that are 0, from 0 to 1. */
  readonly zeros?: number | undefined
  /** Share of the inner cells that are sensitive, from 0 to 1; never cells of value 0. */
  readonly sensitive?: number | undefined
  /** Standard deviation of the logarithms of the values. */
  readonly spread?: number | undefined
  /** Protection level of a sensitive cell above and below, in percent of its value. */
  readonly percent?: number | undefined
  /** Share of the sensitive cells with one contributor, from 0 to 1; the others have two. */
  readonly alone?: number | undefined
}

export interface RandomTable {
  readonly table: Table
  readonly sensitive: Sensitivity
}

/**
 * Draws a table for tests and benchmarks. Its inner cells are max(1, ⌊exp(4 + spread·Z) + ½⌋) with Z standard normal, a
 * share of them 0; the others are sums. A share of the inner cells is sensitive. The same options give the same table
 * on every machine.
 *
 * @param options - Dimensions, seed, shares.
 * @returns The table, totals first, and its sensitive cells with their levels.
 */
export function randomTable(options: RandomTableOptions): RandomTable {
  const { zeros = 0, sensitive = 0.05, spread = 1.5, percent = 20, alone = 0 } = options
  const rng = seededRng(options.seed)
  const sides = options.dimensions.map(levelsOf)
  const dimensions = crossed(sides)
  const cells = dimensions[0].codes.length
  const isInner = innerCells(dimensions)
  const inner = Int32Array.from([...isInner.keys()].filter((c) => isInner[c] === 1))
  const draws = { values: rng.child('values'), zeros: rng.child('zeros'), sensitive: rng.child('sensitive') }
  const values = new Float64Array(cells)
  for (const c of inner) {
    const value = Math.max(1, Math.round(exp(4 + spread * draws.values.normal())))
    values[c] = draws.zeros.uniform() < zeros ? 0 : value
  }
  const candidates = draws.sensitive.shuffle(inner.filter((c) => values[c] > 0))
  const chosen = candidates.subarray(0, Math.round(sensitive * inner.length))
  const counts = Int32Array.from(values, (value, c) => (isInner[c] && value > 0 ? 5 : 0))
  chosen.forEach((c, k) => (counts[c] = k < alone * chosen.length ? 1 : 2))
  addUp(values, dimensions)
  addUp(counts, dimensions)
  const status = new Uint8Array(cells)
  const lower = new Float64Array(cells)
  for (const c of chosen) {
    status[c] = 1
    lower[c] = (percent / 100) * values[c]
  }
  const names = dimensions.map((_, d) => `d${d + 1}`)
  const table = { dimensions, names, counts, values, equations: relationsOf(dimensions).relations }
  return { table, sensitive: { status, lower, upper: lower.slice(), width: new Float64Array(cells) } }
}

interface Side {
  readonly levels: readonly string[]
  readonly taxonomy: ReadonlyMap<string, string | null>
}

function levelsOf(shape: RandomLevels): Side {
  const taxonomy = new Map<string, string | null>([['Total', null]])
  const below = (parts: RandomLevels, parent: string, prefix: string): void => {
    const count = typeof parts === 'number' ? parts : parts.length
    for (let i = 0; i < count; i++) {
      // Numbers are padded, so that names sort in the order of the levels.
      const level = `${prefix}${String(i + 1).padStart(String(count).length, '0')}`
      taxonomy.set(level, parent)
      if (typeof parts !== 'number') below(parts[i], level, `${level}.`)
    }
  }
  below(shape, 'Total', '')
  return { levels: [...taxonomy.keys()], taxonomy }
}

/** Lists every combination of the levels, the last dimension fastest. */
function crossed(sides: readonly Side[]): CategoricalColumn[] {
  const cells = sides.reduce((product, { levels }) => product * levels.length, 1)
  let stride = cells
  return sides.map(({ levels, taxonomy }) => {
    stride /= levels.length
    const step = stride
    const written = Array.from({ length: cells }, (_, c) => levels[Math.floor(c / step) % levels.length])
    return { ...categorical(written, levels), taxonomy }
  })
}

/** 1 for the cells that are not a total. */
function innerCells(dimensions: readonly CategoricalColumn[]): Uint8Array {
  const inner = new Uint8Array(dimensions[0].codes.length).fill(1)
  for (const dimension of dimensions) {
    const above = new Set(parentCodes(dimension))
    dimension.codes.forEach((code, c) => {
      if (above.has(code)) inner[c] = 0
    })
  }
  return inner
}

/** Adds every part to its total, dimension by dimension, from the lowest levels up: parts come after their level. */
function addUp(numbers: Float64Array | Int32Array, dimensions: readonly CategoricalColumn[]): void {
  let stride = numbers.length
  for (const dimension of dimensions) {
    stride /= dimension.levels.length
    const parents = parentCodes(dimension)
    const byLevel: number[][] = dimension.levels.map(() => [])
    dimension.codes.forEach((code, c) => byLevel[code].push(c))
    for (let code = parents.length - 1; code > 0; code--)
      for (const c of byLevel[code]) numbers[c + (parents[code] - code) * stride] += numbers[c]
  }
}
