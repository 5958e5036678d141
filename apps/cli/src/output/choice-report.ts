import { chosenPlanName, type ComparedFile } from '@sdc/search'
import { readPlan } from '@sdc/release'
import type { Artefact } from '@sdc/inspect'
import { chosenReport, internalContent, reportName, type ChosenInput } from '@sdc/release/reports'
import { progress } from '../terminal/progress.js'
import { reportVersion } from './report-version.js'

/** File name of the report that a comparison writes with its results. */
export const choiceReportName = reportName('report.html', 'INTERNAL')

/** Makes the report of a choice from the artefacts of a comparison; `sdc report` on its folder gives the same bytes. */
export async function choiceReport(
  { artefacts, document }: ComparedFile,
  input: Pick<ChosenInput, 'registry' | 'source' | 'data'>,
): Promise<Artefact[]> {
  const file = artefacts.find(({ name }) => name === chosenPlanName)
  if (file === undefined) return []
  const bar = progress('making the report')
  const { plan } = readPlan({ name: chosenPlanName, content: file.content })
  const report = await chosenReport({ ...input, plan, compared: document, version: reportVersion(), tick: bar.tick })
  bar.done()
  return [{ kind: 'internal-report', name: choiceReportName, content: await internalContent(() => report) }]
}
