import { fork } from 'node:child_process'
import { SdcError, type Registry } from '@sdc/core'
import { measuredCase, type Measured } from './measured-case.js'

/** The hidden command of this program that runs one case and reports to its parent. */
export const tablesChildCommand = 'tables-child'

/** What came of a case, or why nothing did. */
export type CaseOutcome = { readonly measured: Measured } | { readonly why: string }

/** What the child does. */
export async function runCaseAsChild(registry: Registry, name: string): Promise<void> {
  if (!process.send) throw new SdcError('BAD_OPTION', `${tablesChildCommand} is started by tables, not by hand`)
  const outcome = await measuredCase(registry, name).then(
    (measured): CaseOutcome => ({ measured }),
    (error: unknown): CaseOutcome => ({ why: error instanceof Error ? error.message : String(error) }),
  )
  await new Promise<void>((done) => process.send?.(outcome, () => done()))
  process.disconnect()
}

/** Runs a case in a process of its own, so that its memory is its own. */
export function caseInChild(program: string, name: string): Promise<CaseOutcome> {
  return new Promise((resolve) => {
    const child = fork(program, [tablesChildCommand, name], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      // NaN survives.
      serialization: 'advanced',
    })
    let outcome: CaseOutcome | undefined
    child.on('message', (message) => {
      outcome = message as CaseOutcome
    })
    child.on('error', (error) => {
      outcome ??= { why: error.message }
    })
    child.on('close', (code, signal) => {
      resolve(outcome ?? { why: `its process ended with ${signal ?? `status ${code}`} before it reported` })
    })
  })
}
