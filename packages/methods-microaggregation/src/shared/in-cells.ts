/** Methods that group by several columns together: in the whole file, or cell by cell. */
import {
  numericValues,
  SdcError,
  type CellMasking,
  type Column,
  type Dataset,
  type Facts,
  type Masking,
  type Plan,
  type Planned,
} from '@sdc/core'
import type { BlockParams } from './blocks.js'
import { cutCells, placesByName, refuseNarrow, sampleToCut, type CellParams } from './cell-sample.js'
import { groupingReport, cellSentences, cellSizes, cellSums, cellTotals, mergedCells } from './cell-totals.js'
import { groupMeans, spreadMeans } from './group-means.js'
import { maskCellsOrFile } from './mask-cells-or-file.js'
import { maskTogether, smallSentence, spreadSentence, type GroupRecords } from './mask-together.js'
import { squaredDistance } from './masked-by-groups.js'
import { readScales } from './scales.js'

type Params = BlockParams & CellParams

/**
 * Makes the plan of a method that masks the file whole, or in cells if the parameters say so.
 *
 * @param facts - Facts about the file.
 * @param method - Id of the method.
 * @param group - Function that forms groups.
 * @returns The plan.
 * @throws BAD_PARAMETER for blocks of columns with cells, and for cells without room for two groups.
 */
export function planTogether<P extends Params>(
  facts: Facts<P>,
  method: string,
  group: (params: P) => GroupRecords,
): Planned<Masking<P>> {
  return maskCellsOrFile(facts, method, {
    file: (input) => maskTogether({ input, method, group: group(input.params) }),
    cells() {
      refuseCells(method, facts.params)
      return inCells(facts, method, group(facts.params))
    },
  })
}

/** Masks by cells; the loss is that of all cells, by the spread in the file. */
function* inCells(facts: Facts<Params>, method: string, group: GroupRecords): Plan<CellMasking> {
  const { columns, params } = facts
  const rows = facts.rows.masked
  const sds = (yield* readScales(facts, params.k, method)).map(({ sd }) => sd)
  const cuts = sds.map((sd) => ({ unit: sd > 0 ? 1 / sd : 0, nominal: false }))
  const cut = { columns, rows, params, valuesOf: (data: Dataset) => columns.map((name) => numericValues(data, name)) }
  const [sample] = yield [sampleToCut(cut)]
  const places = placesByName(columns)
  return {
    form: 'cells',
    ...cutCells(cut, sample, cuts),
    mask({ data, tick }) {
      const values = columns.map((name) => numericValues(data, name))
      const scale = { sds: places.map((j) => sds[j]), rows }
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
    end(total) {
      const losses = cellSums(total)
      let sse = 0
      let sst = 0
      for (const [j, sd] of sds.entries()) {
        if (!(sd * sd > 0)) continue
        sse += losses[j] / (sd * sd)
        sst += rows - 1
      }
      const sizes = cellSizes(total)
      const still = columns.filter((_, j) => !(sds[j] * sds[j] > 0))
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
