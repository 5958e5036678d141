import type { Registry } from '@sdc/core'
import { outcomeOfChild, reportOutcome, type RunOutcome } from '../outcome-of-child.js'
import { acceptanceCases } from './acceptance/acceptance-case.js'
import { acceptanceRun, type Accepted } from './acceptance/acceptance-run.js'
import type { Measured } from './measured.js'
import { measuredCase } from './measured-case.js'

/** Hidden command of this program that runs one case and reports to its parent. */
export const tablesChildCommand = 'tables-child'

/** Runs the case in the child process. */
export function runCaseAsChild(registry: Registry, name: string, adult: string | undefined): Promise<void> {
  const accepted = acceptanceCases.find((one) => one.name === name)
  return reportOutcome<Measured | Accepted>(tablesChildCommand, () =>
    accepted ? acceptanceRun(registry, accepted, adult) : measuredCase(registry, name),
  )
}

/** Runs a case in a separate process, so that its memory is measured alone; T is the result of that kind of case. */
export function caseInChild<T>(program: string, name: string, adult?: string): Promise<RunOutcome<T>> {
  return outcomeOfChild<T>(program, [tablesChildCommand, name, ...(adult === undefined ? [] : [adult])])
}
