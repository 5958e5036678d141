/** Microaggregation of categories and mixed files cell by cell: a file in memory and one in parts alike. */
import type { BlockContext, ByCells, Column, Dataset, PartsContext, Pass } from '@sdc/core'
import { cutCells, refuseNarrow, samplePass, type CellParams } from '../shared/cell-sample.js'
import { cellSentences, cellSizes, cellSums, cellTotals, groupingReport, mergedCells } from '../shared/cell-totals.js'
import { refuseFewer, refuseUnfit } from '../shared/check.js'
import { countGroups } from '../shared/group-means.js'
import { manyLevels } from './many-levels.js'
import { asNumbers, mixedColumn } from './mixed-columns.js'
import { chooseTied, groupMixed, squaredGower } from './mixed-mdav.js'
import { lowerMedian, plurality, representatives } from './representatives.js'

interface Params extends CellParams {
  readonly ties: 'lowest' | 'random'
}

const RANGES = 'ranges'

const numbersIn = (data: Dataset, columns: readonly string[]): Float64Array[] =>
  columns.map((name) => asNumbers(data.column(name)))

/** The least and the greatest value of every column; of categories of their codes. */
function rangesPass(method: string): Pass<Params> {
  return {
    name: RANGES,
    of({ columns, data, block }: BlockContext<Params>) {
      const origin = Int32Array.from({ length: data.rows }, (_, i) => block.first + i)
      const ends = numbersIn(data, columns).map((values, j) => {
        refuseUnfit(values, j, method, { names: columns, origin })
        return values.reduce(([least, most], value) => [Math.min(least, value), Math.max(most, value)], [
          Infinity,
          -Infinity,
        ] as readonly number[])
      })
      return Float64Array.from(ends.flat())
    },
    merge: (total, own) => total.map((value, k) => (k % 2 === 0 ? Math.min(value, own[k]) : Math.max(value, own[k]))),
  }
}

/** The range of every column. */
function rangesOf({ columns, totals }: PartsContext<Params>): readonly number[] {
  const ends = totals.get(RANGES) as Float64Array
  return columns.map((_, j) => ends[2 * j + 1] - ends[2 * j])
}

/**
 * How the method runs that masks cells of records.
 *
 * @param method - Its id, for the messages.
 * @param params - Its parameters.
 * @returns The readings, the cells, and what is made of one; distances are by the ranges in the file.
 * @throws BAD_PARAMETER for cells that have no room for two groups.
 */
export function mixedInCells<P extends Params>(method: string, params: P): ByCells<P> {
  refuseNarrow(method, params)
  return {
    shape: 'cells',
    passes: [rangesPass(method), samplePass(({ columns, data }) => numbersIn(data, columns))],
    cells(context) {
      const { columns, head, rows } = context
      refuseFewer(rows, params.k, method)
      const ranges = rangesOf(context)
      const cuts = columns.map((name, j) => {
        const column = head.column(name)
        if (column.kind === 'numeric') return { unit: ranges[j] > 0 ? 1 / ranges[j] : 0, nominal: false }
        const { unit, scale } = mixedColumn(column)
        return scale === 'nominal' ? { unit: 1, nominal: true } : { unit, nominal: false }
      })
      return cutCells(context, cuts, (data) => numbersIn(data, columns))
    },
    mask(context) {
      const { columns, data, rng, tick } = context
      const ranges = rangesOf(context)
      const own = columns.map((name) => data.column(name))
      const groups = groupMixed(own, params.k, tick, ranges)
      const shown = own.map((column, j) => {
        const ties = rng.child(columns[j]).child('ties').child(`cell ${context.cell}`)
        return representatives(column, groups, chooseTied(params.ties, countGroups(groups), ties))
      })
      const losses = own.map((column, j) => squaredGower(column, shown[j], ranges[j]))
      const spreads = own.flatMap((column, j) => spreadOf(column, least(context, j), ranges[j]))
      return {
        columns: new Map(columns.map((name, j) => [name, shown[j]])),
        groups,
        totals: cellTotals(groups, [...losses, ...spreads]),
      }
    },
    merge: mergedCells,
    words(context, total) {
      const { columns, head, rows } = context
      const sums = cellSums(total)
      let [sse, sst] = [0, 0]
      let at = columns.length
      for (const [j, name] of columns.entries()) {
        const column = head.column(name)
        const width = column.kind === 'numeric' ? 2 : column.levels.length
        sse += sums[j]
        sst += squaredSpread(column, sums.subarray(at, at + width), rows)
        at += width
      }
      const sizes = cellSizes(total)
      const loss = sst > 0 ? (100 * sse) / sst : undefined
      return {
        warnings: [
          ...cellSentences(sizes, params.inBlocks ?? rows, loss),
          ...manyLevels(columns, (name) => head.column(name), rows, params.k),
        ],
        report: groupingReport(sizes.groups, sse, sst),
      }
    },
  }
}

const least = ({ totals }: PartsContext<Params>, j: number): number => (totals.get(RANGES) as Float64Array)[2 * j]

/** What the spread in the file is made of: Σs and Σs² of numbers s from 0 to 1, how often each level of categories occurs. */
function spreadOf(column: Column, from: number, range: number): readonly number[] {
  if (column.kind === 'categorical') {
    const counts = new Array<number>(column.levels.length).fill(0)
    for (const code of column.codes) counts[code]++
    return counts
  }
  let [sum, squares] = [0, 0]
  for (const value of column.values) {
    const share = range > 0 ? (value - from) / range : 0
    sum += share
    squares += share * share
  }
  return [sum, squares]
}

/** Σ_i d_j² between the values of a column and what represents all of them. */
function squaredSpread(column: Column, sums: Float64Array, rows: number): number {
  if (column.kind === 'numeric') return Math.max(0, sums[1] - (sums[0] * sums[0]) / rows)
  const counts = Uint32Array.from(sums)
  const { scale, unit } = mixedColumn(column)
  if (scale === 'nominal') return rows - counts[plurality(counts)]
  const middle = lowerMedian(counts, rows)
  return counts.reduce((total, many, code) => total + many * (unit * (code - middle)) * (unit * (code - middle)), 0)
}
