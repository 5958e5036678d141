import { categorical, numericValues, seededRng, takeRows, withColumns, type Dataset } from '@sdc/core'
import {
  paper001Census,
  paper001Columns,
  paper001Microdata,
  paper001Table2,
  paper001Table3,
  paper001Table5,
  type Paper001Identified,
} from '@sdc/datasets'
import { census } from '@sdc/datasets/census'
import { mean, pearson, spearman, standardDeviation } from '@sdc/stats'
import { onceARun } from '../once-a-run.js'
import type { PaperOptions } from '../paper.js'
import { figureOf, masked, measured, tableOf } from '../run.js'

/** A file whose columns are masked within sub-groups. */
export interface GroupedFile {
  readonly data: Dataset
  /** The columns that are masked. */
  readonly columns: readonly string[]
  readonly by: readonly string[]
  /** The records of every sub-group, in the order of the paper. */
  readonly groups: readonly Int32Array[]
}

/** The masks of Tables 2 to 7, in the order of `paper001Masks`. */
const steps = [
  { use: 'copula/data-shuffling' },
  ...[0, 0.5, 0.9].map((similarity) => ({ use: 'linear/sblm', params: { similarity } })),
]

/** The file masked in the four ways of the paper. */
async function fourMasks({ registry }: PaperOptions, file: GroupedFile, seed: string): Promise<Dataset[]> {
  const { data, columns, by } = file
  const made: Dataset[] = []
  for (const step of steps) made.push(await masked(registry, data, [{ ...step, columns, by }], seed))
  return made
}

/** A draw of the simulated file, in its 24 sub-groups. */
function simulatedFile(seed: string): GroupedFile {
  return grouped(
    paper001Microdata(seededRng(seed)),
    paper001Columns,
    ['Gender', 'Marital', 'Age'],
    paper001Table2.map(labelsOf),
  )
}

/** The first draw of the simulated file with its masks, for Table 2 and Figures 1 to 7. */
export const simulatedRun = onceARun((options) => drawSimulated(options, 1))

async function drawSimulated(
  options: PaperOptions,
  run: number,
): Promise<{ readonly file: GroupedFile; readonly masks: readonly Dataset[] }> {
  const seed = `${options.seed} run ${run}`
  const file = simulatedFile(seed)
  return { file, masks: await fourMasks(options, file, seed) }
}

/** Number of draws of the simulated file. */
const runsOfSimulated = 6

/** Statistics of one draw of the simulated file. */
export interface SimulatedRun {
  /** By pair of columns, by file (original, then the four masks), then by sub-group; the last one is the whole file. */
  readonly correlations: Readonly<Record<CorrelationKind, readonly (readonly (readonly number[])[])[]>>
  /** Home in the first sub-group: mean, standard deviation, and the correlation of original and shuffled values. */
  readonly home: { readonly mean: number; readonly standardDeviation: number; readonly shuffled: number }
}

/** Several draws of the simulated file, each with its masks: Tables 3 and 4. */
export const simulatedRuns = onceARun(async (options): Promise<readonly SimulatedRun[]> => {
  const runs: SimulatedRun[] = []
  for (let run = 1; run <= runsOfSimulated; run++) {
    const { file, masks } = run === 1 ? await simulatedRun(options) : await drawSimulated(options, run)
    const ofKind = (kind: CorrelationKind): number[][][] =>
      paper001Table3.map((pair) => [file.data, ...masks].map((data) => correlations(file, data, kind, pair.columns)))
    const home = (data: Dataset): Float64Array => numericValues(takeRows(data, file.groups[0]), 'Home')
    const [original, shuffled] = [home(file.data), home(masks[0])]
    runs.push({
      correlations: { pearson: ofKind('pearson'), spearman: ofKind('spearman') },
      home: {
        mean: mean(original),
        standardDeviation: standardDeviation(original),
        shuffled: pearson(original, shuffled),
      },
    })
  }
  return runs
})

/** Number of masks of the Census file. */
const runsOfCensus = 20

/** The Census file in its sub-groups, and its masks in every run. */
export const censusRuns = onceARun(async (options): Promise<CensusRuns> => {
  const file = censusFile(census())
  const runs: Dataset[][] = []
  for (let run = 1; run <= runsOfCensus; run++) runs.push(await fourMasks(options, file, `${options.seed} run ${run}`))
  return { file, runs }
})

export interface CensusRuns {
  readonly file: GroupedFile
  /** The four masks of every run. */
  readonly runs: readonly (readonly Dataset[])[]
}

/** The Census file in eight sub-groups: three columns, each below its mean or not. */
function censusFile(data: Dataset): GroupedFile {
  const by = paper001Census.groupedBy.map((name) => `${name} below mean`)
  const labels = paper001Census.groupedBy.map((name, j) => {
    const values = numericValues(data, name)
    const average = mean(values)
    return [by[j], categorical(Array.from(values, (value) => (value < average ? '1' : '0')))] as const
  })
  return grouped(withColumns(data, new Map(labels)), paper001Census.columns, by, paper001Table5.map(labelsOf))
}

function labelsOf({ labels }: Paper001Identified): string {
  return labels.join()
}

function grouped(
  data: Dataset,
  columns: readonly string[],
  by: readonly string[],
  order: readonly string[],
): GroupedFile {
  const labels = by.map((name) => {
    const column = data.column(name)
    return column.kind === 'categorical' ? Array.from(column.codes, (code) => column.levels[code]) : []
  })
  const rows = new Map<string, number[]>(order.map((label) => [label, []]))
  for (let i = 0; i < data.rows; i++) rows.get(labels.map((one) => one[i]).join())?.push(i)
  return { data, columns, by, groups: [...rows.values()].map((one) => Int32Array.from(one)) }
}

/** Number of records of every sub-group that its masked records identify, after Fuller (1993). */
export async function identified(
  { registry }: PaperOptions,
  { data, columns, groups }: GroupedFile,
  mask: Dataset,
  seed: string,
): Promise<number[]> {
  const metric = 'risk/fuller-identification'
  const counts: number[] = []
  for (const rows of groups) {
    const [original, released] = [takeRows(data, rows), takeRows(mask, rows)]
    const call = { registry, original, masked: released, columns, metric, params: { ties: 'first' }, seed }
    counts.push(figureOf(tableOf(await measured(call), 'identified', metric), 'records identified'))
  }
  return counts
}

export type CorrelationKind = 'pearson' | 'spearman'

/** The correlation of two columns in every sub-group, and last in the whole file. */
export function correlations(
  { groups }: GroupedFile,
  data: Dataset,
  kind: CorrelationKind,
  [a, b]: readonly [string, string],
): number[] {
  const of = kind === 'pearson' ? pearson : spearman
  const parts = [...groups.map((rows) => takeRows(data, rows)), data]
  return parts.map((part) => of(numericValues(part, a), numericValues(part, b)))
}
