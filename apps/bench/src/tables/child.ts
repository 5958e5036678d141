import { fork } from 'node:child_process'
import { SdcError, type Registry } from '@sdc/core'
import { acceptanceCases } from './acceptance/acceptance-case.js'
import { acceptanceRun, type Accepted } from './acceptance/acceptance-run.js'
import type { Measured } from './measured.js'
import { measuredCase } from './measured-case.js'

/** The hidden command of this program that runs one case and reports to its parent. */
export const tablesChildCommand = 'tables-child'

/** What came of a case, or why nothing did. */
export type CaseOutcome<T> = { readonly measured: T } | { readonly why: string }

/** What the child does. */
export async function runCaseAsChild(registry: Registry, name: string, adult: string | undefined): Promise<void> {
  if (!process.send) throw new SdcError('BAD_OPTION', `${tablesChildCommand} is started by tables, not by hand`)
  const accepted = acceptanceCases.find((one) => one.name === name)
  const run: Promise<Measured | Accepted> = accepted
    ? acceptanceRun(registry, accepted, adult)
    : measuredCase(registry, name)
  const outcome = await run.then(
    (measured): CaseOutcome<Measured | Accepted> => ({ measured }),
    (error: unknown): CaseOutcome<never> => ({ why: error instanceof Error ? error.message : String(error) }),
  )
  await new Promise<void>((done) => process.send?.(outcome, () => done()))
  process.disconnect()
}

/** Runs a case in a process of its own, so that its memory is its own; T is what that kind of case measures. */
export function caseInChild<T>(program: string, name: string, adult?: string): Promise<CaseOutcome<T>> {
  return new Promise((resolve) => {
    const child = fork(program, [tablesChildCommand, name, ...(adult === undefined ? [] : [adult])], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      // NaN survives.
      serialization: 'advanced',
    })
    let outcome: CaseOutcome<T> | undefined
    child.on('message', (message) => {
      outcome = message as CaseOutcome<T>
    })
    child.on('error', (error) => {
      outcome ??= { why: error.message }
    })
    child.on('close', (code, signal) => {
      resolve(outcome ?? { why: `its process ended with ${signal ?? `status ${code}`} before it reported` })
    })
  })
}
