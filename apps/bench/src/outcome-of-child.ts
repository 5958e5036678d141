import { fork } from 'node:child_process'
import { SdcError } from '@sdc/core'

/** Result of a run, or the reason for having none. */
export type RunOutcome<T> = { readonly measured: T } | { readonly why: string }

/**
 * Runs a command of this program in a separate process, so that its memory is measured alone.
 *
 * @param program - The file that node runs as this program.
 * @param argv - The command and its arguments; it reports by {@link reportOutcome}.
 * @returns Its report.
 */
export function outcomeOfChild<T>(program: string, argv: readonly string[]): Promise<RunOutcome<T>> {
  return new Promise((resolve) => {
    // This serialization keeps NaN.
    const child = fork(program, [...argv], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'], serialization: 'advanced' })
    let outcome: RunOutcome<T> | undefined
    child.on('message', (message) => {
      outcome = message as RunOutcome<T>
    })
    child.on('error', (error) => {
      outcome ??= { why: error.message }
    })
    child.on('close', (code, signal) => {
      resolve(outcome ?? { why: `its process ended with ${signal ?? `status ${code}`} before it reported` })
    })
  })
}

/**
 * Runs a function in the child process and sends the result to its parent.
 *
 * @param command - The hidden command, for the message to users who start it by hand.
 * @param run - The work.
 */
export async function reportOutcome<T>(command: string, run: () => Promise<T>): Promise<void> {
  if (!process.send) throw new SdcError('BAD_OPTION', `${command} is started by its parent, not by hand`)
  const outcome = await run().then(
    (measured): RunOutcome<T> => ({ measured }),
    (error: unknown): RunOutcome<T> => ({ why: error instanceof Error ? error.message : String(error) }),
  )
  await new Promise<void>((done) => process.send?.(outcome, () => done()))
  process.disconnect()
}
