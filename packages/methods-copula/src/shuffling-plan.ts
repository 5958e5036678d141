/** Data shuffling by aggregates of the ranks: each column's own values in the order of drawn scores. */
import {
  numericValues,
  SdcError,
  type Aggregate,
  type Block,
  type Derived,
  type Facts,
  type Order,
  type OrderWalk,
  type Plan,
  type RankMasking,
  type Totals,
} from '@sdc/core'
import { indicatorsIn } from '@sdc/toolkit'
import { addedNumbers, finiteColumnsOfBlock, readFirstMissing, walkAggregate } from '@sdc/toolkit/internal'
import { blockArrays } from './scores/block-arrays.js'
import type { CopulaFile, RankBlock } from './scores/copula-file.js'
import { independentModel, modelOf, type CopulaModel } from './copula/copula-model.js'
import { drawBlock } from './copula/draw-scores.js'
import { diagonalSentence, fewSentence, modelWarnings, requireDiagonal, requireTwo, requireTwoValues, type FewRecords } from './inputs.js' // oxfmt-ignore
import { distinctOf, scoresOfRuns, scoreWalk } from './scores/mid-scores.js'
import { copulaPasses } from './copula/read-copula.js'

/** Column of the design: a number, or the indicator of a category. */
interface DesignColumn {
  readonly name: string
  readonly level?: number
  /** Number of records that have the category. */
  readonly count: number
}

interface Design {
  readonly columns: readonly DesignColumn[]
  readonly warnings: readonly string[]
}

/** Orders of the numeric columns by their values; ranks of equal values are shared. */
interface ColumnOrders {
  readonly masked: readonly Order[]
  readonly given: ReadonlyMap<string, Order>
}

/**
 * Plan of data shuffling over all records.
 *
 * @param facts - The columns to mask, which are numeric, and the given ones.
 * @param method - Id of the method, for messages.
 * @returns The masking.
 * @throws TOO_FEW_RECORDS, CONSTANT_COLUMN, MISSING_VALUES, NOT_NUMERIC for a number too large for a variance, BAD_PLAN for too many indicators.
 */
export function* shufflingPlan(facts: Facts<FewRecords>, method: string): Plan<RankMasking> {
  const { columns, given, params, rng } = facts
  const rows = facts.rows.masked
  requireTwo(rows, method)
  const orders = ordersOf(facts)
  const [counts, ...runs] = yield [countsAggregate(facts, method), ...orders.masked.map((order) => runsOf(order, rows))]
  yield* refuseMissing(columns, runs)
  for (const [j, name] of columns.entries()) requireTwoValues(distinctOf(runs[j]), name, method)
  const design = designOf(facts, counts, method)
  const few = fewSentence(rows, columns.length, design.columns.length)
  if (few !== undefined) requireDiagonal(few, params, method)
  const scores = runs.map((own) => scoresOfRuns(own, rows, 'own'))
  const model =
    few === undefined
      ? yield* readModel(facts, orders, design.columns, { rows, scores, given: design.columns.length })
      : independentModel(columns.length, rows)
  const conditions = few === undefined ? design.columns : []
  const ranked = given.flatMap((name) => orders.given.get(name) ?? [])
  const ranksOf = givenRanks(
    ranked.map(({ name }) => name),
    conditions,
    orders,
    rows,
  )
  const drawn: Derived = {
    name: 'scores',
    reads: 'masked',
    orders: few === undefined ? ranked : [],
    of: (block) => drawBlock(model, { first: block.first, given: ranksOf(block) }, block.end - block.first, rng),
  }
  return {
    form: 'ranks',
    walks: columns.map((name, j) => ({
      columns: [name],
      order: {
        name: `score-${j}`,
        reads: 'masked',
        derived: [drawn],
        ties: { random: rng.child('ties').child(String(j)) },
        of: ({ derived = [] }) => derived[0][j],
      },
      values: 'none',
      beside: orders.masked[j],
      window: () => 0,
      walk: () => ({ push: (_, sorted) => sorted, end: () => new Float64Array(0) }),
    })),
    warnings: few === undefined ? [...design.warnings, ...modelWarnings(model)] : [diagonalSentence(few)],
  }
}

/** The last bound of the runs of a complete column is 1. */
function* refuseMissing(columns: readonly string[], runs: readonly Totals[]): Plan<void> {
  const missing = yield* readFirstMissing(
    columns,
    runs.map((own) => ({ missing: own[own.length - 1] < 1 ? 1 : 0 })),
  )
  if (missing === undefined) return
  const { name, row } = missing
  const fix = 'Leave the column out, or drop or impute the records with missing values first.'
  throw new SdcError('MISSING_VALUES', `record ${row} of column "${name}" is missing`, { column: name, row }, fix)
}

function ordersOf({ columns, given, masked }: Facts<unknown>): ColumnOrders {
  const order = (column: string, name: string): Order => ({
    name,
    reads: 'masked',
    isKept: true,
    of: (block) => numericValues(block.masked, column),
  })
  const numbers = given.filter((name) => masked.column(name).kind === 'numeric')
  return {
    masked: columns.map((name, j) => order(name, `column-${j}`)),
    given: new Map(numbers.map((name, k) => [name, order(name, `given-${k}`)])),
  }
}

/** Returns the runs of equal values of a column, as `scoreWalk` stores them. */
function runsOf(order: Order, rows: number): Aggregate {
  return walkAggregate([order], () => runsWalk(rows))
}

function* runsWalk(rows: number): OrderWalk {
  const walk = scoreWalk(rows, 'own')
  let seen = 0
  let last = Number.NaN
  for (let keys = yield 0; keys.length > 0; keys = yield 0) {
    walk.push(runEnds(keys, seen, last))
    seen += keys.length
    last = keys[keys.length - 1]
  }
  walk.push(Uint32Array.of(seen))
  return walk.end()
}

/** Returns the ends of the runs of equal keys that end before one of these. */
function runEnds(keys: Float64Array, before: number, last: number): Uint32Array {
  const ends = new Uint32Array(keys.length)
  let runs = 0
  if (before > 0 && keys[0] !== last) ends[runs++] = before
  for (let i = 1; i < keys.length; i++) if (keys[i] !== keys[i - 1]) ends[runs++] = before + i
  return ends.subarray(0, runs)
}

/** Counts the levels of the given categories, one column after another; refuses numbers without a variance. */
function countsAggregate({ columns, given, masked }: Facts<unknown>, method: string): Aggregate {
  const [numbers, categories] = [true, false].map((isNumber) =>
    given.filter((name) => (masked.column(name).kind === 'numeric') === isNumber),
  )
  return {
    reads: 'masked',
    of(block) {
      finiteColumnsOfBlock(block, [...columns, ...numbers], method)
      return Float64Array.from(categories.flatMap((name) => [...levelCounts(block, name)]))
    },
    merge: addedNumbers,
  }
}

function levelCounts({ masked }: Block, name: string): Float64Array {
  const column = masked.column(name)
  if (column.kind === 'numeric') return new Float64Array(0)
  const counts = new Float64Array(column.levels.length)
  for (const code of column.codes) if (code >= 0) counts[code]++
  return counts
}

function designOf({ given, masked, rows }: Facts<unknown>, counts: Totals, method: string): Design {
  const columns: DesignColumn[] = []
  const warnings: string[] = []
  let at = 0
  for (const name of given) {
    const column = masked.column(name)
    if (column.kind === 'numeric') {
      columns.push({ name, count: rows.masked })
      continue
    }
    const own = counts.slice(at, (at += column.levels.length))
    const { levels, warning } = indicatorsIn(name, own, columns.length, method)
    warnings.push(warning)
    for (const level of levels) columns.push({ name, level, count: own[level] })
  }
  return { columns, warnings }
}

function* readModel(
  { given }: Facts<unknown>,
  orders: ColumnOrders,
  design: readonly DesignColumn[],
  known: Omit<CopulaFile, 'totals'>,
): Plan<CopulaModel> {
  const totals = new Map<string, Totals>()
  const file: CopulaFile = { ...known, totals }
  const ranked = [...orders.masked, ...given.flatMap((name) => orders.given.get(name) ?? [])]
  const ranksOf = givenRanks(
    ranked.map(({ name }) => name),
    design,
    orders,
    known.rows,
  )
  for (const pass of copulaPasses) {
    if (!pass.needed(file)) continue
    const [total] = yield [
      {
        reads: 'masked',
        orders: ranked,
        of: (block) =>
          pass.of(file, {
            first: block.first,
            masked: block.ranks?.slice(0, orders.masked.length) ?? [],
            given: ranksOf(block),
          }),
        merge: (before, own) => pass.merge(before, own),
        end: (all) => pass.end(file, all),
      },
    ]
    totals.set(pass.name, total)
  }
  return modelOf(file)
}

/**
 * Returns the ranks of the design in a block with the ranks of these orders; indicators have two ranks, from their
 * counts.
 */
function givenRanks(
  names: readonly string[],
  design: readonly DesignColumn[],
  orders: ColumnOrders,
  rows: number,
): (block: Block) => RankBlock['given'] {
  const arrays = blockArrays()
  return ({ masked, ranks = [] }) =>
    design.map(({ name, level, count }, k) => {
      const order = orders.given.get(name)
      if (order) return ranks[names.indexOf(order.name)]
      const column = masked.column(name)
      const codes = column.kind === 'numeric' ? new Int32Array(0) : column.codes
      const others = rows - count
      const [other, own] = [(1 + others) / 2, (others + 1 + rows) / 2]
      const all = arrays(k, codes.length)
      for (let i = 0; i < all.length; i++) all[i] = codes[i] === level ? own : other
      return all
    })
}
