import { paper003RankSwappingTable, type Paper003RankSwappingRow } from '@sdc/datasets'
import { drawnCheck } from '../drawn.js'
import type { PaperOptions, PaperRow, PaperTable } from '../paper.js'
import { masked, measured } from '../run.js'
import type { Misprint } from '../verdict.js'
import { replicated, type SwapMeasure } from './paper-003-replication.js'
import { swappedFile } from './paper-003-work.js'

type File = Paper003RankSwappingRow['file']
type Column = 'IL' | 'RSLD' | 'DLD' | 'ID'

/** Place of the printed table. */
export const rankSwappingTable = 'Rank swapping, average of 1 to 7 variables'

/** Metric and parameters of each measure; `window` if the intruder knows p. */
const uses: Readonly<Record<SwapMeasure, { metric: string; params: object; window?: true }>> = {
  IL: { metric: 'loss/il-score', params: { truth: 'nearest' } },
  'RSLD identity': { metric: 'risk/rs-rl', params: { truth: 'identity' }, window: true },
  'RSLD nearest': {
    metric: 'risk/rs-rl',
    params: { truth: 'nearest', direction: 'masked-to-original' },
    window: true,
  },
  'DLD identity': { metric: 'risk/dld', params: { truth: 'identity' } },
  'DLD nearest': { metric: 'risk/dld', params: { truth: 'nearest' } },
  ID: { metric: 'risk/interval-disclosure', params: { truth: 'nearest' } },
}

/** Measures of one file, and the number of masked files for each window. */
interface Measured {
  readonly file: File
  readonly measures: readonly SwapMeasure[]
  readonly runs: number
}

const everySeed: readonly Measured[] = [
  { file: 'Census', measures: ['IL', 'RSLD identity', 'DLD nearest', 'ID'], runs: 4 },
  { file: 'EIA', measures: ['IL', 'ID'], runs: 4 },
]

/** Measures that do not reproduce, or whose printed value is compared by another truth already: made once. */
const once: readonly Measured[] = [
  { file: 'Census', measures: ['RSLD nearest', 'DLD identity'], runs: 4 },
  { file: 'EIA', measures: ['RSLD identity', 'RSLD nearest', 'DLD nearest', 'DLD identity'], runs: 2 },
]

/** Measures by another truth than the counted one: identity for RSLD, whose intruder looks for their own record; nearest for DLD. */
const otherTruth: readonly SwapMeasure[] = ['RSLD nearest', 'DLD identity']

/** Returns the values of every masked file of one window, by measure. */
export async function swapLine(
  { registry, seed }: PaperOptions,
  { file, measures, runs }: Measured,
  percent: number,
): Promise<ReadonlyMap<SwapMeasure, readonly number[]>> {
  const { data, columns } = swappedFile(file)
  const values = new Map<SwapMeasure, number[]>(measures.map((measure) => [measure, []]))
  for (let run = 1; run <= runs; run++) {
    const own = `${seed} ${file} ${percent} run ${run}`
    const step = { use: 'swapping/rank-swap', columns: [...columns], params: { percent } }
    const swapped = await masked(registry, data, [step], own)
    for (const [measure, found] of values) {
      const { metric, params, window } = uses[measure]
      const given = { ...params, ...(window && { percent }) }
      const call = { registry, original: data, masked: swapped, columns, metric, params: given, seed: own }
      found.push((await measured(call)).value ?? Number.NaN)
    }
  }
  return values
}

/** Returns a table for each file and measure. */
export async function rankSwappingTables(options: PaperOptions): Promise<readonly PaperTable[]> {
  const tables: PaperTable[] = []
  for (const own of everySeed) tables.push(...(await tablesOf(options, own, '')))
  return tables
}

/** Returns the tables of measures that are made once, whatever the seed. */
export async function rankSwappingOnce(options: PaperOptions): Promise<readonly PaperTable[]> {
  const tables: PaperTable[] = []
  for (const own of once)
    tables.push(...(await tablesOf({ ...options, seed: 'once' }, own, ' The files are the same in every run.')))
  return tables
}

async function tablesOf(options: PaperOptions, own: Measured, suffix: string): Promise<readonly PaperTable[]> {
  const lines: { readonly row: Paper003RankSwappingRow; readonly values: Awaited<ReturnType<typeof swapLine>> }[] = []
  for (const row of paper003RankSwappingTable)
    if (row.file === own.file) lines.push({ row, values: await swapLine(options, own, row.percent) })
  return own.measures.map((measure): PaperTable => {
    const column = columnOf(measure)
    const truth = measure.endsWith('identity') ? 'identity' : 'nearest'
    return {
      id: `Rank swapping, ${own.file}, ${column}, ${truth}`,
      where: rankSwappingTable,
      title: `${titles[column]}, ${own.file} file`,
      sentence:
        `${sentences[measure]} Mean of ${own.runs} masked files.${suffix} Replicated: the same by another program, which was ` +
        'written for this comparison.',
      given: ['p', 'replicated', '± sd'],
      checks: ['percent'],
      rows: lines.map(({ row, values }) => lineRow(row, measure, values.get(measure) ?? [])),
    }
  })
}

const columnOf = (measure: SwapMeasure): Column =>
  measure === 'IL' || measure === 'ID' ? measure : measure.startsWith('RSLD') ? 'RSLD' : 'DLD'

function lineRow(row: Paper003RankSwappingRow, measure: SwapMeasure, values: readonly number[]): PaperRow {
  const other = replicated(row, measure)
  const shown = (value: number | undefined): string => (value === undefined || value !== value ? '' : value.toFixed(1))
  const column = columnOf(measure)
  const misprint = unknowns[`${row.file} ${column}`]
  const check = {
    ...drawnCheck(values, row[column], { decimals: 2 }),
    ...(misprint && { misprint }),
    ...(otherTruth.includes(measure) && { again: true as const }),
  }
  return { given: [row.percent, shown(other?.[0]), shown(other?.[1])], checks: [check] }
}

/** Steps of the method that the slides leave open, by file and column. */
const unknowns: Readonly<Record<string, Misprint | undefined>> = {
  'Census RSLD': {
    id: 'RSLD',
    should: null,
    why:
      'neither truth gives the whole printed column. Identity (each original record is linked to its own masked one) is ' +
      'near up to p = 12. Nearest (each masked record is linked to the original that is nearest in all columns) is near ' +
      'from p = 14 on.',
  },
  'Census DLD': {
    id: 'DLD',
    should: null,
    why:
      'the slides do not define the right link. Nearest gives the column from p = 10 on and is up to 2 below it at smaller ' +
      'p; identity falls far below it from p = 10 on.',
  },
  'Census ID': {
    id: 'ID',
    should: null,
    why:
      'the slides do not define the intervals. Tried: intervals of ranks of the masked file, of ranks of the original file, ' +
      'of standard deviations and of shares of the value. Ranks of the masked file are nearest.',
  },
  'EIA RSLD': eiaKeys(),
  'EIA DLD': eiaKeys(),
  'EIA ID': {
    id: 'ID',
    should: null,
    why: 'the slides do not define the intervals: see Census.',
  },
}

function eiaKeys(): Misprint {
  return {
    id: 'EIA',
    should: null,
    why:
      'the slides do not name the columns of EIA that the intruder knows, nor their order. Tried: the first 1 to 7 of the ' +
      'ten in the order of the file, by both truths. Seven at random give a DLD by the nearest record of 6.2 to 9 from p = 8 ' +
      'on.',
  }
}

const titles: Readonly<Record<Column, string>> = {
  IL: 'Information loss of rank swapping',
  RSLD: 'Record linkage by the window of rank swapping',
  DLD: 'Record linkage by distance after rank swapping',
  ID: 'Interval disclosure after rank swapping',
}

const sentences: Readonly<Record<SwapMeasure, string>> = {
  IL: 'Each column is swapped within p % of the ranks; loss/il-score compares masked records with the nearest original.',
  'RSLD identity':
    'Linkage of original records to masked ones by the first 1 to 7 columns and the window (risk/rs-rl with percent). The ' +
    'right one is the own one (identity).',
  'RSLD nearest':
    'Linkage of masked records to original ones by the first 1 to 7 columns and the window (risk/rs-rl with percent, ' +
    'direction: masked-to-original). The right one is the nearest in all columns.',
  'DLD identity': 'Linkage by the first 1 to 7 columns (risk/dld). The right original is the own one (identity).',
  'DLD nearest': 'Linkage by the first 1 to 7 columns (risk/dld). The right original is the nearest in all columns.',
  ID: 'risk/interval-disclosure: intervals around masked values, which are compared with the nearest original record.',
}
