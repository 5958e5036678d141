import type { Registry } from '@sdc/core'
import type { CsvFile } from '@sdc/io'
import { readPlan, type Artefact } from '@sdc/workflow/records'
import { chosenPlanName, chosenReport, internalContent, readCompared, reportName } from '@sdc/workflow/reports'
import { progress } from '../terminal/progress.js'
import { reportVersion } from './report-version.js'

/** File name of the report that a comparison writes with its results. */
export const choiceReportName = reportName('report.html', 'INTERNAL')

/** Results of a comparison, with its original. */
export interface ChoiceInput {
  /** Artefacts that the comparison will write. */
  readonly artefacts: readonly Artefact[]
  readonly registry: Registry
  readonly source: CsvFile
  /** The path of the original. */
  readonly dataPath: string
}

/**
 * Makes the report of a choice from the artefacts of a comparison: `sdc report` on its folder gives the same bytes.
 *
 * @param input - Its results.
 * @returns The report; an empty list without a chosen plan.
 */
export async function choiceReport({ artefacts, ...input }: ChoiceInput): Promise<Artefact[]> {
  const { registry, dataPath } = input
  const plan = artefacts.find(({ name }) => name === chosenPlanName)
  const result = artefacts.find((one) => one.kind === 'json')
  if (plan?.name === undefined || result?.name === undefined) return []
  const bar = progress('making the report')
  const report = await chosenReport({
    ...input,
    data: dataPath,
    plan: readPlan({ name: plan.name, content: plan.content }).plan,
    compared: readCompared({ name: result.name, content: result.content }, registry, dataPath),
    version: reportVersion(),
    tick: bar.tick,
  })
  bar.done()
  return [{ kind: 'internal-report', name: choiceReportName, content: await internalContent(() => report) }]
}
