/** Methods that group by several columns together, cell by cell: a file in memory and one in parts alike. */
import {
  numericValues,
  SdcError,
  type ByCells,
  type Column,
  type MaskInput,
  type MaskResult,
  type PartsContext,
} from '@sdc/core'
import { maskInCells } from '@sdc/toolkit/internal'
import type { BlockParams } from './blocks.js'
import { cutCells, placesByName, refuseNarrow, samplePass, type CellParams } from './cell-sample.js'
import { groupingReport, cellSentences, cellSizes, cellSums, cellTotals, mergedCells } from './cell-totals.js'
import { groupableColumns, refuseFewer } from './check.js'
import { personsWanted } from './few-persons.js'
import { groupMeans, spreadMeans } from './group-means.js'
import { maskTogether, smallSentence, spreadSentence, type GroupRecords, type Together } from './mask-together.js'
import { squaredDistance } from './masked-by-groups.js'
import { scaleOf, scalePasses } from './scale-passes.js'

type Params = BlockParams & CellParams

/**
 * Masks the file whole, or in cells where the parameters say so.
 *
 * @param together - The input, the method's id, and how it forms groups.
 * @returns The masked columns, with the report and the warnings of whichever it was.
 */
export function maskWholeOrInCells(together: Together & { readonly input: MaskInput<Params> }): MaskResult {
  const { input, method, group } = together
  const { inBlocks, k } = input.params
  if (inBlocks === undefined) return maskTogether(together)
  // Here the message knows the records of the original.
  personsWanted(input, method)
  groupableColumns(input, k, method)
  return maskInCells(inCells(method, input.params, group), input)
}

/**
 * How a method runs that masks cells of records.
 *
 * @param method - Its id, for the messages.
 * @param params - Its parameters.
 * @param group - How it forms groups.
 * @returns The readings, the cells, and what is made of one. What is lost is that of all cells, by the spread in the file.
 * @throws BAD_PARAMETER for blocks of columns, and for cells that have no room for two groups.
 */
export function inCells<P extends Params>(method: string, params: P, group: GroupRecords): ByCells<P> {
  refuseCells(method, params)
  const sds = (context: PartsContext<P>): readonly number[] => context.columns.map((_, j) => scaleOf(context, j).sd)
  return {
    shape: 'cells',
    passes: [
      ...scalePasses(method),
      samplePass(({ columns, data }) => columns.map((name) => numericValues(data, name))),
    ],
    cells(context) {
      const { columns, rows } = context
      refuseFewer(rows, params.k, method)
      const cuts = sds(context).map((sd) => ({ unit: sd > 0 ? 1 / sd : 0, nominal: false }))
      return cutCells(context, cuts, (data) => columns.map((name) => numericValues(data, name)))
    },
    mask(context) {
      const { columns, data, rows, tick } = context
      const spreads = sds(context)
      const places = placesByName(columns)
      const values = columns.map((name) => numericValues(data, name))
      const scale = { sds: places.map((j) => spreads[j]), rows }
      const groups = group(
        places.map((j) => values[j]),
        params.k,
        tick,
        scale,
      )
      const masked = values.map((column) => spreadMeans(groupMeans(column, groups), groups))
      const losses = masked.map((column, j) => squaredDistance(values[j], column))
      const made = columns.map((name, j): [string, Column] => [name, { kind: 'numeric', values: masked[j] }])
      return { columns: new Map(made), groups, totals: cellTotals(groups, losses) }
    },
    merge: mergedCells,
    words(context, total) {
      const { columns, rows } = context
      const variances = sds(context).map((sd) => sd * sd)
      const losses = cellSums(total)
      let sse = 0
      let sst = 0
      for (const [j, variance] of variances.entries()) {
        if (!(variance > 0)) continue
        sse += losses[j] / variance
        sst += rows - 1
      }
      const sizes = cellSizes(total)
      const still = columns.filter((_, j) => !(variances[j] > 0))
      return {
        warnings: [
          ...cellSentences(sizes, params.inBlocks ?? rows, sst > 0 ? (100 * sse) / sst : undefined),
          ...still.map(spreadSentence),
          ...smallSentence(sizes.leastGroup, params.k),
        ],
        report: groupingReport(sizes.groups, sse, sst),
      }
    },
  }
}

function refuseCells(method: string, { blocks, k, inBlocks }: Params): void {
  const place = { method, parameter: 'inBlocks' }
  if (blocks !== 'all') {
    const message = `${method}: inBlocks cuts the file by all masked columns, but blocks is ${blocks}`
    throw new SdcError('BAD_PARAMETER', message, place, 'Set blocks to all, or leave inBlocks out.')
  }
  refuseNarrow(method, { k, inBlocks })
}
