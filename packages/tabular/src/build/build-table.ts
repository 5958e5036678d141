import { SdcError, type CategoricalColumn, type Dataset, type Table, type Taxonomy } from '@sdc/core'
import { addKeys } from '../cell-key/record-keys.js'
import { relationsOf } from '../table/relations.js'
import { byCell } from './by-cell.js'
import { cellSpace, stridesOf, type CellSpace } from './cell-space.js'
import { contributingRecords, type ContributingRecords } from './contributing-records.js'
import { dimensionTree, type DimensionTree } from './dimension-tree.js'
import { scaled, unscaled } from './exact-sums.js'
import { addRespondents, type Contributors } from './respondents.js'
import { topLists, type ContributionOrder } from './top-list.js'
import { carryUpward } from './upward.js'

export interface BuildOptions {
  readonly dimensions: readonly { readonly name: string; readonly hierarchy?: Taxonomy | undefined }[]
  /** Without one, a table of frequencies. */
  readonly value?: string | undefined
  readonly weight?: string | undefined
  /** Whose each record is: what one respondent gave to a cell is added first. */
  readonly respondent?: string | undefined
  /** How many of the largest contributions are kept of each cell; 3 where nothing is said. */
  readonly top?: number | undefined
  /** By |x|, or by x, where contributions may be negative. */
  readonly order?: ContributionOrder | undefined
  readonly total?: string | undefined
  /** The key of every record, a multiple of 2⁻⁵³ below 1. */
  readonly keys?: Float64Array | undefined
  /** The level of records without one, in every dimension. */
  readonly missingLevel?: string | undefined
  /** What becomes of records without a value. */
  readonly missingValues?: 'refuse' | 'leave-out' | undefined
}

/** A table with what its makers need besides. */
export interface BuiltTable extends Table {
  readonly names: readonly string[]
  /** Σ weight of the contributors of each cell. */
  readonly weights?: Float64Array | undefined
  /** Records that were left out, having no value. */
  readonly leftOut: number
}

/**
 * A table from microdata: for every cell of the cross of some dimensions, subtotals and totals too, the value Σ w·x, the
 * number of contributors, the largest contributions, who is alone, and the cell's key Σ u mod 1.
 *
 * Records are brought to their cells once; totals are made of cells. The numbers of a total are exactly the sums of its
 * parts where the values have few decimals, and do not depend on the order of records. Every cell of the cross is there, also
 * one that has no record (a value of 0), up to two million cells; in a larger cross those that have records, and their
 * totals. O(n log n + cells · dimensions), a hundred bytes a cell; with respondents O(n · Π depths).
 *
 * @param data - A record a line.
 * @param options - Dimensions, value, weight, respondent.
 * @returns The table, with the relations of its totals.
 * @throws MISSING_VALUES, BAD_HIERARCHY, BAD_OPTION, WRONG_INPUT, ALL_MISSING, NOT_NUMERIC, UNKNOWN_COLUMN, LENGTH_MISMATCH
 */
export function buildTable(data: Dataset, options: BuildOptions): BuiltTable {
  const { total = 'Total', top = 3, order = 'size', keys, missingLevel } = options
  checkOptions(data, options)
  const records = contributingRecords(data, options)
  const kept = keptOnly(records.x)
  const trees = options.dimensions.map(({ name, hierarchy }) => {
    const tree = dimensionTree(data.column(name), name, { hierarchy, total, missingLevel })
    return kept === undefined ? tree : { ...tree, leaf: tree.leaf.map((code, i) => (kept[i] ? code : -1)) }
  })
  const leafKeys = keysOfLeaves(trees, data.rows)
  const space = cellSpace(trees, leafKeys)
  const cellOf = Int32Array.from(leafKeys, (key) => (key < 0 ? -1 : space.cellOf(key)))
  const isMagnitude = options.value !== undefined
  const contributors = contributorsOf(records, trees, space, cellOf, {
    top: isMagnitude || records.who ? top : 0,
    order,
  })
  const { weight } = records
  const { lists, counts, alone, magnitudes } = contributors
  const dimensions = trees.map((tree, d) => dimensionOf(tree, space.codes(d)))
  return {
    dimensions,
    names: trees.map(({ name }) => name),
    counts,
    values: sumsUpward(products(records), trees, space, cellOf),
    ...(lists && { largest: lists.largest, top }),
    ...(magnitudes && { magnitudes }),
    equations: relationsOf(dimensions).relations,
    ...(keys && { keys: keysUpward(keys, trees, space, cellOf) }),
    alone,
    ...(weight && { weights: sumsUpward(weight, trees, space, cellOf) }),
    leftOut: kept === undefined ? 0 : kept.reduce((n, one) => n + 1 - one, 0),
  }
}

/** More of the largest contributions than these no rule looks at. */
const MOST_LARGEST = 100

function checkOptions(data: Dataset, { dimensions, top = 3, keys }: BuildOptions): void {
  if (dimensions.length === 0)
    throw new SdcError('BAD_OPTION', 'a table needs a dimension', {}, 'Name one at least (--rows).')
  const names = dimensions.map(({ name }) => name)
  const twice = names.find((name, d) => names.indexOf(name) < d)
  if (twice !== undefined)
    throw new SdcError('DUPLICATE_COLUMN', `dimension "${twice}" is named twice`, { column: twice }, 'Name it once.')
  if (!Number.isInteger(top) || top < 1 || top > MOST_LARGEST)
    throw new SdcError('BAD_OPTION', `${top} is no number of contributions from 1 to ${MOST_LARGEST}`, {}, 'Take 3.')
  if (keys && keys.length !== data.rows)
    throw new SdcError('LENGTH_MISMATCH', `there are ${keys.length} keys and ${data.rows} records`)
}

/** 1 for the records that have a value; undefined where all have. */
function keptOnly(x: Float64Array): Uint8Array | undefined {
  if (!x.some(Number.isNaN)) return undefined
  return Uint8Array.from(x, (value) => Number(!Number.isNaN(value)))
}

function keysOfLeaves(trees: readonly DimensionTree[], records: number): Float64Array {
  const strides = stridesOf(trees)
  return Float64Array.from({ length: records }, (_, i) => {
    let key = 0
    for (let d = 0; d < trees.length; d++) {
      if (trees[d].leaf[i] < 0) return -1
      key += trees[d].leaf[i] * strides[d]
    }
    return key
  })
}

/** w·x of every record. */
function products({ x, weight }: ContributingRecords): Float64Array {
  return weight ? x.map((value, i) => weight[i] * value) : x
}

/** The sum of a number of the records in every cell, totals as the sums of their parts. */
function sumsUpward(
  numbers: Float64Array,
  trees: readonly DimensionTree[],
  space: CellSpace,
  cellOf: Int32Array,
): Float64Array {
  const { scale, numbers: units } = scaled(numbers.map((x) => (Number.isNaN(x) ? 0 : x)))
  const sums = new Float64Array(space.size)
  if (scale > 0) {
    for (let i = 0; i < units.length; i++) if (cellOf[i] >= 0) sums[cellOf[i]] += units[i]
  } else sumSorted(units, cellOf, sums)
  carryUpward(trees, space, (from, to) => (sums[to] += sums[from]))
  if (sums.every(Number.isFinite)) return unscaled(sums, scale)
  const message = 'the values are so large that their sum is beyond the largest number there is'
  throw new SdcError('WRONG_INPUT', message, {}, 'Give them in a larger unit.')
}

/** Sums from the least up: rounding then does not depend on the order of records. */
function sumSorted(numbers: Float64Array, cellOf: Int32Array, sums: Float64Array): void {
  const { starts, order } = byCell(cellOf, sums.length)
  const held = Float64Array.from(order, (i) => numbers[i])
  for (let c = 0; c < sums.length; c++) for (const x of held.subarray(starts[c], starts[c + 1]).sort()) sums[c] += x
}

function keysUpward(
  keys: Float64Array,
  trees: readonly DimensionTree[],
  space: CellSpace,
  cellOf: Int32Array,
): Float64Array {
  const sums = new Float64Array(space.size)
  for (let i = 0; i < keys.length; i++) if (cellOf[i] >= 0) sums[cellOf[i]] = addKeys(sums[cellOf[i]], keys[i])
  carryUpward(trees, space, (from, to) => (sums[to] = addKeys(sums[to], sums[from])))
  return sums
}

/** Counts, largest contributions and who is alone; every record is a contributor of its own, or its respondent is. */
function contributorsOf(
  { x, weight, who }: ContributingRecords,
  trees: readonly DimensionTree[],
  space: CellSpace,
  cellOf: Int32Array,
  { top, order }: { readonly top: number; readonly order: ContributionOrder },
): Contributors {
  const counts = new Int32Array(space.size)
  const alone = new Int32Array(space.size).fill(-1)
  const lists = top > 0 ? topLists(space.size, top, order) : undefined
  const { scale, numbers } = who ? scaled(x.map((one) => (Number.isNaN(one) ? 0 : one))) : { scale: 0, numbers: x }
  const magnitudes = x.some((one) => one < 0) ? new Float64Array(space.size) : undefined
  const into = { counts, alone, lists, magnitudes }
  if (who) {
    addRespondents({ who, x: numbers, weight }, trees, space, into)
    if (lists) unscaled(lists.largest, scale)
    if (magnitudes) unscaled(magnitudes, scale)
    return into
  }
  for (let i = 0; i < x.length; i++) {
    const cell = cellOf[i]
    if (cell < 0) continue
    alone[cell] = counts[cell]++ === 0 ? i : -1
    lists?.add(cell, x[i], weight?.[i] ?? 1)
  }
  carryUpward(trees, space, (from, to) => {
    if (counts[from] === 0) return
    alone[to] = counts[to] === 0 ? alone[from] : -1
    counts[to] += counts[from]
    lists?.merge(from, to)
  })
  const sizes = magnitudes && products({ x: x.map(Math.abs), weight })
  return sizes ? { ...into, magnitudes: sumsUpward(sizes, trees, space, cellOf) } : into
}

function dimensionOf({ levels, parents }: DimensionTree, codes: Int32Array): CategoricalColumn {
  const above = levels.map((level, code) => [level, parents[code] < 0 ? null : levels[parents[code]]] as const)
  return { kind: 'categorical', codes, levels, ordered: false, taxonomy: new Map(above) }
}
