import { numericValues, type Dataset } from '@sdc/core'
import {
  paper003Ipso,
  paper003IpsoColumns,
  paper003IpsoMeasures,
  paper003RankSwappingTable,
  type Paper003RankSwappingRow,
} from '@sdc/datasets'
import { eia } from '@sdc/datasets/eia'
import type { PaperOptions, PaperRow, PaperTable } from '../paper.js'
import { masked, measured, tableOf } from '../run.js'
import type { Misprint } from '../verdict.js'
import { ipsoPlace, ipsoStep } from './paper-003-ipso.js'
import { rankSwappingTable } from './paper-003-rank-swapping.js'
import { swappedFile } from './paper-003-work.js'

const metric = 'risk/prl'

/**
 * Fastest of the rules that were tried; none is nearer to the printed values. Two numbers agree if they are in the same
 * of ten bins.
 */
const rule = { agree: 'bins', bins: 10 }
const ruleWords = 'Numbers agree if they are in the same of ten bins of equal frequency'

/** Returns the column PLD of Census of the rank swapping table, and the column PRL of the IPSO table. */
export async function probabilisticTables(options: PaperOptions): Promise<readonly PaperTable[]> {
  return [await swappedTable(options, 'Census'), await ipsoTable({ ...options, seed: 'once' })]
}

/** Returns the column PLD of a file of the rank swapping table; the same in every run. */
export async function swappedTable(given: PaperOptions, file: Paper003RankSwappingRow['file']): Promise<PaperTable> {
  const options = { ...given, seed: 'once' }
  const { data, columns } = swappedFile(file)
  const rows: PaperRow[] = []
  for (const { percent, PLD } of paper003RankSwappingTable.filter((row) => row.file === file)) {
    const seed = `${options.seed} ${file} ${percent} run 1`
    const step = { use: 'swapping/rank-swap', columns: [...columns], params: { percent } }
    const swapped = await masked(options.registry, data, [step], seed)
    const { value } = await linkage(options, data, swapped, columns, seed)
    rows.push({ given: [percent], checks: [{ ours: value, printed: PLD, decimals: 2, misprint: unknowns[file] }] })
  }
  return {
    id: `Rank swapping, ${file}, PLD`,
    where: rankSwappingTable,
    title: `Probabilistic record linkage after rank swapping, ${file} file`,
    sentence:
      `One-to-one linkage by the first 1 to 7 columns with the weights of the true pairs (${metric}). ${ruleWords}. One ` +
      'masked file for each window, the same in every run.',
    given: ['p'],
    checks: ['percent'],
    rows,
  }
}

async function ipsoTable(options: PaperOptions): Promise<PaperTable> {
  const original = eia()
  const { v1, v2, v7, v8, v9 } = paper003IpsoColumns
  // The keys of the three printed lines are the first one, three and five of these.
  const columns = [v1, v7, v8, v2, v9]
  const rows: PaperRow[] = []
  for (const method of ['A', 'B', 'C'] as const) {
    const seed = `${options.seed} IPSO-${method}`
    const made = await masked(options.registry, original, [ipsoStep(method)], seed)
    const { percents } = await linkage(options, original, made, columns, seed)
    for (const { keys, linked } of paper003Ipso.filter((row) => row.method === method)) {
      const ours = (percents[keys.length - 1] / 100) * original.rows
      const printed = linked[paper003IpsoMeasures.indexOf('PRL')]
      rows.push({
        given: [`IPSO-${method}`, keys.join(' ')],
        checks: [{ ours, printed, shown: 1, misprint: agreement }],
      })
    }
  }
  return {
    id: 'IPSO, PRL',
    where: ipsoPlace,
    title: 'Probabilistic record linkage after IPSO, EIA file',
    sentence:
      `One-to-one linkage by the keys with the weights of the true pairs (${metric}). ${ruleWords}. Mean of five random ` +
      'orders of the records.',
    given: ['method', 'keys'],
    checks: ['records linked'],
    rows,
  }
}

async function linkage(
  { registry }: PaperOptions,
  original: Dataset,
  made: Dataset,
  columns: readonly string[],
  seed: string,
): Promise<{ readonly value: number | null; readonly percents: Float64Array }> {
  const measurement = await measured({ registry, original, masked: made, columns, metric, params: rule, seed })
  return { value: measurement.value, percents: numericValues(tableOf(measurement, 'keys', metric), 'percent') }
}

const agreement: Misprint = {
  id: 'PRL',
  should: null,
  why:
    'the slides do not define the agreement of two numbers, nor the choice among links of equal weight. Tried: differences ' +
    'up to .02 and .1 standard deviations; 5, 10, 20, 50 and 100 bins of equal frequency. Also tried: 2 % and p % of the ' +
    'ranks; equal values; weights of the true pairs and of EM; both truths. None gives the printed column.',
}

/** Steps of the linkage that the slides leave open, by swapped file. */
const unknowns: Readonly<Record<Paper003RankSwappingRow['file'], Misprint>> = {
  Census: agreement,
  EIA: {
    id: 'EIA',
    should: null,
    why:
      'the slides do not name the columns of EIA that the intruder knows, nor their order, nor the agreement of two numbers. ' +
      'Tried: the first 1 to 7 of the ten in the order of the file, ten bins of equal frequency.',
  },
}
