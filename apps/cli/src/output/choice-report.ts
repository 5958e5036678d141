import type { Registry } from '@sdc/core'
import type { CsvFile } from '@sdc/io'
import { readPlan, type Artefact } from '@sdc/workflow/records'
import { chosenPlanName, chosenReport, internalContent, readCompared, reportName } from '@sdc/workflow/reports'
import { progress } from '../terminal/progress.js'
import { reportVersion } from './report-version.js'

/** The report that a comparison writes beside what it found. */
export const choiceReportName = reportName('report.html', 'INTERNAL')

/** What a comparison has found. */
export interface ChoiceInput {
  /** What it will write. */
  readonly artefacts: readonly Artefact[]
  readonly registry: Registry
  readonly source: CsvFile
  /** The path of the original. */
  readonly dataPath: string
}

/**
 * The report of a choice, made of what a comparison writes: `sdc report` of its folder gives the same bytes.
 *
 * @param input - What it found.
 * @returns The report; nothing where there is no plan of a choice.
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
