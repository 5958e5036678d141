import type { Registry } from '@sdc/core'
import { outcomeOfChild, reportOutcome, type RunOutcome } from '../outcome-of-child.js'
import { acceptanceCases } from './acceptance/acceptance-case.js'
import { acceptanceRun, type Accepted } from './acceptance/acceptance-run.js'
import type { Measured } from './measured.js'
import { measuredCase } from './measured-case.js'

/** The hidden command of this program that runs one case and reports to its parent. */
export const tablesChildCommand = 'tables-child'

/** What the child does. */
export function runCaseAsChild(registry: Registry, name: string, adult: string | undefined): Promise<void> {
  const accepted = acceptanceCases.find((one) => one.name === name)
  return reportOutcome<Measured | Accepted>(tablesChildCommand, () =>
    accepted ? acceptanceRun(registry, accepted, adult) : measuredCase(registry, name),
  )
}

/** Runs a case in a process of its own, so that its memory is its own; T is what that kind of case measures. */
export function caseInChild<T>(program: string, name: string, adult?: string): Promise<RunOutcome<T>> {
  return outcomeOfChild<T>(program, [tablesChildCommand, name, ...(adult === undefined ? [] : [adult])])
}
