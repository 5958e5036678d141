import type { Dataset } from '@sdc/core'
import { paper003Ipso, paper003IpsoColumns, paper003IpsoMeasures, type Paper003IpsoRow } from '@sdc/datasets'
import { eia } from '@sdc/datasets/eia'
import { drawnCheck, drawnTolerance } from '../drawn.js'
import type { PaperOptions, PaperRow, PaperTable } from '../paper.js'
import { masked, measured } from '../run.js'
import type { Check } from '../verdict.js'

/** Number of files of IPSO-B and of IPSO-C. */
const runs = 6

/** Measure of the table: its metric, and the printed column with its values. */
interface Measure {
  readonly name: string
  readonly use: string
  readonly params: Readonly<Record<string, unknown>>
  readonly printedAs: (typeof paper003IpsoMeasures)[number]
}

const measures: readonly Measure[] = [
  { name: 'DBRL1', use: 'risk/dbrl', params: { scale: 'separate' }, printedAs: 'DBRL1' },
  { name: 'DBRL2', use: 'risk/dbrl', params: { scale: 'pooled' }, printedAs: 'DBRL2' },
  // M9: printed interchanged.
  { name: 'DBRLM-COV0', use: 'risk/dbrl-mahalanobis', params: { covariance: 'zero' }, printedAs: 'DBRLM-COV' },
  { name: 'DBRLM-COV', use: 'risk/dbrl-mahalanobis', params: { covariance: 'cross' }, printedAs: 'DBRLM-COV0' },
  { name: 'KDBRL', use: 'risk/dbrl-kernel', params: {}, printedAs: 'KDBRL' },
]

/** Returns a table for each of IPSO-A, -B and -C on the EIA file. */
export async function ipsoTables(options: PaperOptions): Promise<readonly PaperTable[]> {
  const tables: PaperTable[] = []
  for (const method of ['A', 'B', 'C'] as const) tables.push(await ipsoTable(options, method))
  return tables
}

/** Returns the plan step that replaces the quasi-identifiers of EIA by one method. */
export function ipsoStep(method: Paper003IpsoRow['method']): unknown {
  const { independent, ...replaced } = paper003IpsoColumns
  return {
    use: `linear/ipso-${method.toLowerCase()}`,
    columns: Object.values(replaced),
    given: [...independent],
  }
}

/** Returns the lines of one method, with the printed Mahalanobis columns under their own names. */
export async function ipsoTable(options: PaperOptions, method: Paper003IpsoRow['method']): Promise<PaperTable> {
  const original = eia()
  const printed = paper003Ipso.filter((row) => row.method === method)
  const counts: number[][][] = []
  for (let run = 1; run <= (method === 'A' ? 1 : runs); run++) {
    const seed = `${options.seed} run ${run}`
    const made = await masked(options.registry, original, [ipsoStep(method)], seed)
    const ofRun: number[][] = []
    for (const { keys } of printed) {
      const known = keys.map((key) => paper003IpsoColumns[key])
      const ofKeys: number[] = []
      for (const measure of measures) ofKeys.push(await linked(options, original, made, known, measure, seed))
      ofRun.push(ofKeys)
    }
    counts.push(ofRun)
  }
  return {
    id: `IPSO-${method}`,
    where: ipsoPlace,
    title: `IPSO-${method}, EIA file, records linked`,
    sentence: `${recipes[method]} The intruder knows the keys; of equally near records the first is linked.`,
    given: ['keys', 'measure'],
    checks: ['records linked'],
    rows: printed.flatMap(({ keys, linked: values }, k) =>
      measures.map(({ name, printedAs }, m): PaperRow => {
        const drawn = counts.map((ofRun) => ofRun[k][m])
        const value = values[paper003IpsoMeasures.indexOf(printedAs)]
        return {
          given: [keys.join(' '), name],
          checks: [method === 'A' ? { ours: drawn[0], printed: value } : drawnCount(drawn, value)],
        }
      }),
    ),
    notes: [interchanged],
  }
}

/**
 * Compares a printed count with the counts of R runs. If all are equal, the next run differs by one with probability
 * p = 1/(R + 1), by the rule of succession; its standard deviation is √(p(1 − p)), not 0.
 */
function drawnCount(counts: readonly number[], printed: number): Check {
  const check = drawnCheck(counts, printed, { shown: 1 })
  if (counts.some((one) => one !== counts[0])) return check
  const runs = counts.length
  const error = (Math.sqrt(runs) / (runs + 1)) * Math.sqrt(1 + 1 / runs)
  const why = `the printed count is one random draw, ours equal in ${runs} runs; 95 % of draws are this near.`
  return { ...check, tolerance: drawnTolerance(error, why, { degrees: runs - 1, rounding: 0.5 }) }
}

/** Place of the printed table. */
export const ipsoPlace = 'IPSO, records linked'

const recipes: Readonly<Record<Paper003IpsoRow['method'], string>> = {
  A: 'Fitted values without noise (linear/ipso-a): nothing is drawn.',
  B: `Fitted values plus residuals of N(0, 1) draws in the units of the column (linear/ipso-b), which are very small here; mean of ${runs} runs.`,
  C: `Fitted values plus noise with exactly the residual covariances (linear/ipso-c); mean of ${runs} runs.`,
}

const interchanged =
  'M9: the slides print the columns DBRLM-COV0 (Mahalanobis distance as if both files were independent) and DBRLM-COV (with ' +
  'their covariance) interchanged. Here each has its own name.'

/** Returns the number of original records that a measure links to their own masked ones. */
async function linked(
  { registry }: PaperOptions,
  original: Dataset,
  made: Dataset,
  columns: readonly string[],
  { use, params }: Measure,
  seed: string,
): Promise<number> {
  const call = { registry, original, masked: made, columns, metric: use, params: { ...params, ties: 'first' }, seed }
  const measurement = await measured(call)
  return Math.round(((measurement.value ?? Number.NaN) / 100) * original.rows)
}
