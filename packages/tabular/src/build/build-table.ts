import { option, SdcError, type CategoricalColumn, type Dataset, type Table, type Taxonomy } from '@sdc/core'
import { addKeys } from '../cell-key/record-keys.js'
import { relationsOf } from '../table/relations.js'
import { cellSpace, stridesOf, type CellSpace } from './cell-space.js'
import { contributingRecords, type ContributingRecords } from './contributing-records.js'
import { dimensionTree, type DimensionTree } from './dimension-tree.js'
import { exactProducts, fractions, type ExactNumbers } from './exact-sums.js'
import { addRespondents, innerContributions } from './respondents.js'
import { topLists, type ContributionOrder } from './top-list.js'
import { carryUpward } from './upward.js'

export interface BuildOptions {
  readonly dimensions: readonly { readonly name: string; readonly hierarchy?: Taxonomy | undefined }[]
  /** Column of values; without it, the table holds frequencies. */
  readonly value?: string | undefined
  readonly weight?: string | undefined
  /** Column of respondents: the contributions of one respondent to a cell are added first. */
  readonly respondent?: string | undefined
  /** Column of each respondent's holding, or holdings by respondent: all members of a holding are one respondent. */
  readonly holding?: string | ReadonlyMap<string, string> | undefined
  /** Entries of the respondent column that are not respondents: they count in the values only. */
  readonly notRespondents?: readonly string[] | undefined
  /** Number of largest contributions kept per cell; 3 by default. */
  readonly top?: number | undefined
  /** By |x|, or by x if contributions may be negative. */
  readonly order?: ContributionOrder | undefined
  readonly total?: string | undefined
  /** Key of every record, a multiple of 2⁻⁵³ below 1. */
  readonly keys?: Float64Array | undefined
  /** Level of records without one, in every dimension. */
  readonly missingLevel?: string | undefined
  /** Treatment of records without a value. */
  readonly missingValues?: 'refuse' | 'leave-out' | undefined
}

/** A table with further results of its construction. */
export interface BuiltTable extends Table {
  readonly names: readonly string[]
  /** Σ weight of the contributors of each cell. */
  readonly weights?: Float64Array | undefined
  /** Number of records left out because they have no value. */
  readonly leftOut: number
}

/**
 * Builds a table from microdata: every cell of the cross of some dimensions, subtotals and totals too.
 *
 * A cell has the value Σ w·x, the number of contributors, the largest contributions, the single contributor if there is
 * one, and the cell key Σ u mod 1. With respondents it also has the contributions of those in several inner cells.
 *
 * Each record is added to its cell once; totals are sums of cells. A sum is the double nearest to the decimal sum of the
 * data as written: it has no more decimals than a value and a weight together. The table has every cell of the cross, also
 * those without records (a value of 0), up to two million cells; of a larger cross only cells with records, and their
 * totals. Cost: O(n log n + cells · dimensions), a hundred bytes a cell; with respondents O(n · Π depths).
 *
 * @param data - The microdata.
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
  const { x, weight, respondents } = records
  const isNobody = respondents && ((i: number): boolean => respondents.who[i] === respondents.names.length)
  const products = exactProducts(held(x), weight)
  const contributors = contributorsOf(records, trees, space, cellOf, {
    top: isMagnitude || respondents ? top : 0,
    order,
    products,
  })
  const dimensions = trees.map((tree, d) => dimensionOf(tree, space.codes(d)))
  const counted = isNobody ? cellOf.map((cell, i) => (isNobody(i) ? -1 : cell)) : cellOf
  return {
    dimensions,
    names: trees.map(({ name }) => name),
    values: sumsUpward(products, trees, space, cellOf),
    ...contributors,
    equations: relationsOf(dimensions).relations,
    ...(keys && { keys: keysUpward(keys, trees, space, cellOf) }),
    ...(weight && { weights: sumsUpward(exactProducts(weight), trees, space, counted) }),
    leftOut: kept === undefined ? 0 : kept.reduce((n, one) => n + 1 - one, 0),
  }
}

/** Largest permitted number of contributions per cell; no rule uses more. */
const MOST_LARGEST = 100

function checkOptions(data: Dataset, { dimensions, top = 3, keys }: BuildOptions): void {
  if (dimensions.length === 0)
    throw new SdcError('BAD_OPTION', 'a table needs a dimension', {}, `Name at least one column (${option('by')}).`)
  const names = dimensions.map(({ name }) => name)
  const twice = names.find((name, d) => names.indexOf(name) < d)
  if (twice !== undefined)
    throw new SdcError('DUPLICATE_COLUMN', `dimension "${twice}" is named twice`, { column: twice }, 'Name it once.')
  if (!Number.isInteger(top) || top < 1 || top > MOST_LARGEST)
    throw new SdcError(
      'BAD_OPTION',
      `the number of largest contributions must be from 1 to ${MOST_LARGEST}; got ${top}`,
      {},
      `Choose ${option('keepLargest', '3')}.`,
    )
  if (keys && keys.length !== data.rows)
    throw new SdcError('LENGTH_MISMATCH', `there are ${keys.length} keys and ${data.rows} records`)
}

/** 1 for records with a value; undefined if all have one. */
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

/** Values of the records; 0 for those left out. */
function held(x: Float64Array): Float64Array {
  return x.map((value) => (Number.isNaN(value) ? 0 : value))
}

/** Sums over the records of every cell; totals are sums of their parts. */
function sumsUpward(
  numbers: ExactNumbers,
  trees: readonly DimensionTree[],
  space: CellSpace,
  cellOf: Int32Array,
): Float64Array {
  const sums = numbers.sums(space.size)
  cellOf.forEach((cell, i) => {
    if (cell >= 0) sums.add(cell, i)
  })
  carryUpward(trees, space, sums.carry)
  return finite(sums.numbers())
}

function finite(sums: Float64Array): Float64Array {
  if (sums.every(Number.isFinite)) return sums
  const message = 'the sum of the values exceeds the largest number'
  throw new SdcError('WRONG_INPUT', message, {}, 'Use a larger unit.')
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

type ContributorColumns = Pick<
  Table,
  'counts' | 'alone' | 'largest' | 'top' | 'magnitudes' | 'contributions' | 'respondents'
>

/** Counts, largest contributions and lone contributors; the contributor is the record, or its respondent. */
function contributorsOf(
  { x, weight, respondents }: ContributingRecords,
  trees: readonly DimensionTree[],
  space: CellSpace,
  cellOf: Int32Array,
  {
    top,
    order,
    products,
  }: { readonly top: number; readonly order: ContributionOrder; readonly products: ExactNumbers },
): ContributorColumns {
  const counts = new Int32Array(space.size)
  const alone = new Int32Array(space.size).fill(-1)
  const lists = top > 0 ? topLists(space.size, top, order) : undefined
  const isSigned = x.some((one) => one < 0)
  const beyond = weight && lists && fractions(weight)
  const rest = beyond && exactProducts(held(x), beyond)
  const filled = { counts, alone, ...(lists && { largest: lists.largest, top }) }
  if (respondents) {
    const { who, names } = respondents
    const own = exactProducts(held(x))
    const records = { who, nobody: names.length, x: own, ...(weight && { weights: { weight, rest } }) }
    const magnitudes = isSigned ? products.sums(space.size) : undefined
    addRespondents(records, trees, space, { counts, alone, lists, magnitudes })
    return {
      ...filled,
      ...(magnitudes && { magnitudes: finite(magnitudes.numbers()) }),
      contributions: innerContributions(records, cellOf, space.size, top, order),
      respondents: names,
    }
  }
  for (let i = 0; i < x.length; i++) {
    const cell = cellOf[i]
    if (cell < 0) continue
    alone[cell] = counts[cell]++ === 0 ? i : -1
    const w = weight?.[i] ?? 1
    lists?.add(cell, x[i], Math.floor(w), Number.isInteger(w) ? undefined : rest?.at(i))
  }
  carryUpward(trees, space, (from, to) => {
    if (counts[from] === 0) return
    alone[to] = counts[to] === 0 ? alone[from] : -1
    counts[to] += counts[from]
    lists?.merge(from, to)
  })
  const sizes = isSigned && exactProducts(held(x.map(Math.abs)), weight)
  return { ...filled, ...(sizes && { magnitudes: sumsUpward(sizes, trees, space, cellOf) }) }
}

function dimensionOf({ levels, parents }: DimensionTree, codes: Int32Array): CategoricalColumn {
  const above = levels.map((level, code) => [level, parents[code] < 0 ? null : levels[parents[code]]] as const)
  return { kind: 'categorical', codes, levels, ordered: false, taxonomy: new Map(above) }
}
