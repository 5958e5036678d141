import { left, right } from '@sdc/report'
import { mean } from '@sdc/stats'
import { machineText, type Machine } from '../speed/measure/machine.js'
import { markdownTable } from '../speed/report/benchmarks-file.js'
import type { StudyFile } from './study-file.js'
import type { StudyMethod } from './study-method.js'
import { studyRisks, type StudyResult } from './study-run.js'

export const studyHeading = '## Study'

/** Runs of a method on a file. */
export interface StudyRow {
  readonly file: StudyFile
  readonly method: StudyMethod
  readonly results: readonly StudyResult[]
  /** The reason of the last run without a result; empty if all have one. */
  readonly why: string
}

const riskNames: Readonly<Record<(typeof studyRisks)[number], string>> = {
  'risk/membership': 'membership',
  'risk/attribute-inference': 'attribute',
  'risk/replicated-uniques': 'uniques',
  'risk/disclosive-categories': 'categories',
  'risk/distance-to-closest': 'closest',
}

/**
 * Returns the section of the committed page.
 *
 * @param rows - The runs.
 * @param runs - Number of runs of each method.
 * @param machine - Machine of the runs.
 * @returns A table for each file, a line for each method, means over the runs.
 */
export function studySection(rows: readonly StudyRow[], runs: number, machine: Machine): string {
  const about =
    `Means over ${runs} runs, each with other halves. Seconds are CPU seconds on ${machineText(machine)}. ` +
    'Written by `bench synthetic --renew`.'
  const tables = [...new Set(rows.map(({ file }) => file))].map((file) => {
    const own = rows.filter((row) => row.file === file && row.results.length > 0)
    const measured = studyRisks.filter((id) => own.some(({ results }) => results.some(({ risks }) => risks[id] !== undefined))) // oxfmt-ignore
    const columns = [
      left('method'),
      ...['propensity', 'pairs', 'overlap', ...measured.map((id) => riskNames[id]), 's', 'MB'].map((name) =>
        right(name),
      ),
    ]
    const lines = own.map(({ method, results }) => {
      const at = (of: (one: StudyResult) => number, digits: number): string => numberText(results.map(of), digits)
      return [
        method.title,
        at(({ propensity }) => propensity, 1),
        at(({ pairs }) => pairs, 1),
        at(({ overlap }) => overlap, 0),
        ...measured.map((id) => at(({ risks }) => risks[id] ?? Number.NaN, 0)),
        at(({ cpuSeconds }) => (method.use === undefined ? Number.NaN : cpuSeconds), 1),
        at(({ peakBytes }) => (method.use === undefined ? Number.NaN : peakBytes / 1e6), 0),
      ]
    })
    const records = Math.round(mean(Float64Array.from(own[0].results, (one) => one.records)))
    const title = `### ${file.name[0].toUpperCase()}${file.name.slice(1)}`
    return [title, `${file.about[0].toUpperCase()}${file.about.slice(1)}. Halves of about ${records} records.`, markdownTable(columns, lines)].join('\n\n') // oxfmt-ignore
  })
  return [studyHeading, about, ...tables].join('\n\n').concat('\n')
}

/** Mean of the runs with a value; a dash if there are none. */
function numberText(values: readonly number[], digits: number): string {
  const known = values.filter((value) => !Number.isNaN(value))
  if (known.length === 0) return '–'
  return mean(Float64Array.from(known)).toFixed(digits).replace('-', '−')
}
