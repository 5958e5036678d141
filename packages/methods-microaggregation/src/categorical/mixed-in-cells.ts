/** Microaggregation of categories and mixed files, cell by cell. */
import type { CellMasking, Column, Dataset, Facts, Plan } from '@sdc/core'
import { cutCells, sampleToCut, type CellParams } from '../shared/cell-sample.js'
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

const numbersIn = (data: Dataset, columns: readonly string[]): Float64Array[] =>
  columns.map((name) => asNumbers(data.column(name)))

/** Least value and range of every column; those of the codes for categories. */
interface Range {
  readonly least: number
  readonly range: number
}

function* readRanges({ columns }: Facts<Params>, method: string): Plan<readonly Range[]> {
  const [ends] = yield [
    {
      reads: 'masked',
      of(block) {
        const named = {
          names: columns,
          // Needed only if a value is refused.
          get origin() {
            return Int32Array.from({ length: block.masked.rows }, (_, i) => block.first + i)
          },
        }
        const own = numbersIn(block.masked, columns).map((values, j) => {
          refuseUnfit(values, j, method, named)
          return values.reduce(([least, most], value) => [Math.min(least, value), Math.max(most, value)], [
            Infinity,
            -Infinity,
          ] as readonly number[])
        })
        return Float64Array.from(own.flat())
      },
      merge: (total, own) => total.map((value, k) => (k % 2 === 0 ? Math.min(value, own[k]) : Math.max(value, own[k]))),
    },
  ]
  return columns.map((_, j) => ({ least: ends[2 * j], range: ends[2 * j + 1] - ends[2 * j] }))
}

/**
 * Masks by cells; distances use the ranges in the file.
 *
 * @param facts - Facts about the file.
 * @param method - Id of the method.
 * @returns The cells, and the masking of each.
 */
export function* mixedInCells(facts: Facts<Params>, method: string): Plan<CellMasking> {
  const { columns, params, rng, masked: head } = facts
  const rows = facts.rows.masked
  const ranges = yield* readRanges(facts, method)
  refuseFewer(rows, params.k, method)
  const cut = { columns, rows, params, valuesOf: (data: Dataset) => numbersIn(data, columns) }
  const [sample] = yield [sampleToCut(cut)]
  const cuts = columns.map((name, j) => {
    const column = head.column(name)
    const { range } = ranges[j]
    if (column.kind === 'numeric') return { unit: range > 0 ? 1 / range : 0, nominal: false }
    const { unit, scale } = mixedColumn(column)
    return scale === 'nominal' ? { unit: 1, nominal: true } : { unit, nominal: false }
  })
  const widths = ranges.map(({ range }) => range)
  return {
    form: 'cells',
    ...cutCells(cut, sample, cuts),
    mask({ index, data, tick }) {
      const own = columns.map((name) => data.column(name))
      const groups = groupMixed(own, params.k, tick, widths)
      const shown = own.map((column, j) => {
        const ties = rng.child(columns[j]).child('ties').child(`cell ${index}`)
        return representatives(column, groups, chooseTied(params.ties, countGroups(groups), ties))
      })
      const losses = own.map((column, j) => squaredGower(column, shown[j], widths[j]))
      const spreads = own.flatMap((column, j) => spreadOf(column, ranges[j].least, widths[j]))
      return {
        columns: new Map(columns.map((name, j) => [name, shown[j]])),
        groups,
        totals: cellTotals(groups, [...losses, ...spreads]),
      }
    },
    merge: mergedCells,
    end(total) {
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

/**
 * Returns aggregates for the spread in the file: Σs and Σs² of numbers s from 0 to 1, or the frequency of each level of
 * categories.
 */
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

/** Returns Σ_i d_j² between the values of a column and the representative of all of them. */
function squaredSpread(column: Column, sums: Float64Array, rows: number): number {
  if (column.kind === 'numeric') return Math.max(0, sums[1] - (sums[0] * sums[0]) / rows)
  const counts = Uint32Array.from(sums)
  const { scale, unit } = mixedColumn(column)
  if (scale === 'nominal') return rows - counts[plurality(counts)]
  const middle = lowerMedian(counts, rows)
  return counts.reduce((total, many, code) => total + many * (unit * (code - middle)) * (unit * (code - middle)), 0)
}
