import { fork } from 'node:child_process'
import { createRegistry } from '@sdc/core'
import { neededPlugins } from '@sdc/standard/needed'
import { childCommand } from './child-command.js'
import { measureOperation, type Effort } from './measure-operation.js'
import type { Operation, Outcome } from '../operation.js'
import { idsToPrepare } from './prepare.js'

/** Task of a child process. */
export interface Task {
  readonly operation: Operation
  readonly effort: Effort
  /** If the first run takes at most this number of seconds, it is the only one. */
  readonly enough?: number
}

type Message = { readonly type: 'ready' } | { readonly type: 'outcome'; readonly outcome: Outcome }

/** Runs the task that the parent wrote. */
export async function runAsChild(text: string): Promise<void> {
  const { operation, effort, enough } = JSON.parse(text) as Task
  const registry = createRegistry().use(await neededPlugins(idsToPrepare(operation)))
  const tell = (message: Message): Promise<void> => new Promise((done) => process.send?.(message, () => done()))
  let told: Promise<void> = Promise.resolve()
  const ready = (): void => {
    told = tell({ type: 'ready' })
  }
  const outcome = await measureOperation(registry, operation, effort, ready, enough)
  await told
  await tell({ type: 'outcome', outcome })
  process.disconnect()
}

/** Measures an operation in a separate process, which is killed if it takes longer than the limit. */
export function measureInChild(program: string, task: Task, limit: number): Promise<Outcome> {
  return new Promise((resolve) => {
    const child = fork(program, [childCommand, JSON.stringify(task)], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    let outcome: Outcome | undefined
    let timer: NodeJS.Timeout | undefined
    child.on('message', (message: Message) => {
      if (message.type === 'outcome') {
        outcome = message.outcome
        clearTimeout(timer)
        return
      }
      timer = setTimeout(() => {
        outcome = { status: 'cut off', limit }
        child.kill('SIGKILL')
      }, 1000 * limit)
    })
    child.on('error', (error) => {
      outcome ??= { status: 'failed', why: error.message }
    })
    child.on('close', (code, signal) => {
      clearTimeout(timer)
      resolve(
        outcome ?? { status: 'failed', why: `its process ended with ${signal ?? `status ${code}`} before it reported` },
      )
    })
  })
}
