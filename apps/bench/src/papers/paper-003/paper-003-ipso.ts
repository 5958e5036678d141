import type { Dataset } from '@sdc/core'
import { paper003Ipso, paper003IpsoColumns, paper003IpsoMeasures, type Paper003IpsoRow } from '@sdc/datasets'
import { eia } from '@sdc/datasets/eia'
import { drawnCheck } from '../drawn.js'
import type { PaperOptions, PaperRow, PaperTable } from '../paper.js'
import { masked, measured } from '../run.js'

/** How often IPSO-B and -C are drawn. */
const runs = 10

/** A measure of the table: the metric, and the printed column that holds its values. */
interface Measure {
  readonly name: string
  readonly use: string
  readonly params: Readonly<Record<string, unknown>>
  readonly printedAs: (typeof paper003IpsoMeasures)[number]
}

const measures: readonly Measure[] = [
  { name: 'DBRL1', use: 'risk/dbrl', params: { scale: 'separate' }, printedAs: 'DBRL1' },
  { name: 'DBRL2', use: 'risk/dbrl', params: { scale: 'pooled' }, printedAs: 'DBRL2' },
  // Printed interchanged, M9.
  { name: 'DBRLM-COV0', use: 'risk/dbrl-mahalanobis', params: { covariance: 'zero' }, printedAs: 'DBRLM-COV' },
  { name: 'DBRLM-COV', use: 'risk/dbrl-mahalanobis', params: { covariance: 'cross' }, printedAs: 'DBRLM-COV0' },
  { name: 'KDBRL', use: 'risk/dbrl-kernel', params: {}, printedAs: 'KDBRL' },
]

/** The table of IPSO-A, -B and -C on the EIA file, a table for each method. */
export async function ipsoTables(options: PaperOptions): Promise<readonly PaperTable[]> {
  const tables: PaperTable[] = []
  for (const method of ['A', 'B', 'C'] as const) tables.push(await ipsoTable(options, method))
  return tables
}

/** The lines of one method, the printed Mahalanobis columns put under their own names. */
export async function ipsoTable(options: PaperOptions, method: Paper003IpsoRow['method']): Promise<PaperTable> {
  const original = eia()
  const { independent, ...replaced } = paper003IpsoColumns
  const step = {
    use: `linear/ipso-${method.toLowerCase()}`,
    columns: Object.values(replaced),
    given: [...independent],
  }
  const printed = paper003Ipso.filter((row) => row.method === method)
  const counts: number[][][] = []
  for (let run = 1; run <= (method === 'A' ? 1 : runs); run++) {
    const seed = `${options.seed} run ${run}`
    const made = await masked(options.registry, original, [step], seed)
    const ofRun: number[][] = []
    for (const { keys } of printed) {
      const known = keys.map((key) => replaced[key])
      const ofKeys: number[] = []
      for (const measure of measures) ofKeys.push(await linked(options, original, made, known, measure, seed))
      ofRun.push(ofKeys)
    }
    counts.push(ofRun)
  }
  return {
    id: `IPSO-${method}`,
    title: 'Records linked rightly, EIA file',
    sentence: `${recipes[method]} The intruder knows the keys; ties go to the first record.`,
    given: ['keys', 'measure', ...(method === 'A' ? [] : ['ours from', 'to'])],
    checks: ['records linked'],
    rows: printed.flatMap(({ keys, linked: values }, k) =>
      measures.map(({ name, printedAs }, m): PaperRow => {
        const drawn = counts.map((ofRun) => ofRun[k][m])
        const value = values[paper003IpsoMeasures.indexOf(printedAs)]
        return {
          given: [keys.join(' '), name, ...(method === 'A' ? [] : [Math.min(...drawn), Math.max(...drawn)])],
          checks: [method === 'A' ? { ours: drawn[0], printed: value } : drawnCheck(drawn, value, { shown: 1 })],
        }
      }),
    ),
    notes: [interchanged, ...(method === 'A' ? [probabilistic] : [])],
  }
}

const recipes: Readonly<Record<Paper003IpsoRow['method'], string>> = {
  A: 'Fitted values alone (linear/ipso-a): nothing is drawn.',
  B: `Fitted values plus residuals of N(0, 1) draws in the units of the column (linear/ipso-b), which is next to nothing here; mean, least and greatest of ${runs} runs.`,
  C: `Fitted values plus noise with the residual covariances, exactly (linear/ipso-c); mean, least and greatest of ${runs} runs.`,
}

const interchanged =
  'M9: the slides print the columns DBRLM-COV0 (Mahalanobis distance as if both files were independent) and DBRLM-COV (with ' +
  'their covariance) interchanged: here each stands under its own name.'

const probabilistic =
  'The sixth column of the slides, probabilistic record linkage, does not say when numbers agree; it is not reproduced.'

/** How many original records a measure links to their own masked ones. */
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
