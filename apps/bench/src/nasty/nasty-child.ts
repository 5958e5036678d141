import { fork, type ChildProcess } from 'node:child_process'
import { isSdcError, SdcError, type Registry } from '@sdc/core'
import { prepare } from '../speed/measure/prepare.js'
import type { Operation } from '../speed/operation.js'
import type { Budgets } from '../speed/measure/time-runs.js'
import { cpuOf } from './cpu-time.js'
import { processCpu } from './process-cpu.js'

/** Hidden command of this program that measures operations one after the other for its parent. */
export const nastyChildCommand = 'nasty-child'

/** CPU seconds of an operation, or the reason for having none. */
export type Cost =
  | { readonly status: 'measured'; readonly seconds: number }
  | { readonly status: 'cut off' }
  | { readonly status: 'refused' | 'failed'; readonly why: string }

interface Question {
  readonly operation: Operation
  readonly budgets: Budgets
  /** CPU seconds below which more accuracy is not needed. */
  readonly enough: number
}

/** `ready`: the data are made, and the clock starts. */
type Answer = 'ready' | Cost

/** Runs the child until its parent ends it. */
export async function runNastyChild(registry: Registry): Promise<void> {
  const { send } = process
  if (!send) throw new SdcError('BAD_OPTION', `${nastyChildCommand} is started by nasty, not by hand`)
  const tell = (answer: Answer): Promise<void> => new Promise((done) => send.call(process, answer, () => done()))
  process.on('message', async ({ operation, budgets, enough }: Question) => {
    await tell(await costOf(registry, operation, budgets, () => tell('ready'), enough))
  })
  await new Promise((done) => process.once('disconnect', done))
}

/** Returns the cost of an operation in this process. */
export async function costOf(
  registry: Registry,
  operation: Operation,
  budgets: Budgets,
  ready: () => Promise<void>,
  enough = 0,
): Promise<Cost> {
  try {
    const run = await prepare(registry, operation)
    await ready()
    return { status: 'measured', seconds: await cpuOf(run, budgets, enough) }
  } catch (error) {
    if (isSdcError(error)) return { status: 'refused', why: error.message }
    return { status: 'failed', why: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

/** A process that measures operations one after the other. */
export interface Measurer {
  /**
   * Returns the cost of an operation; a process that takes longer than the limit, in CPU seconds without preparation,
   * is killed. Once the cost is known to be at most `enough`, it is not measured more accurately.
   */
  cost(operation: Operation, budgets: Budgets, limit: number, enough?: number): Promise<Cost>
  end(): void
}

/**
 * Returns a measurer with its own process, which is started again after an operation that was killed.
 *
 * @param program - The file that node runs as this program.
 * @param collects - True to collect garbage between operations.
 * @returns The measurer.
 */
export function measurer(program: string, collects: boolean): Measurer {
  let child: ChildProcess | undefined
  return {
    cost(operation, budgets, limit, enough = 0) {
      child ??= fork(program, [nastyChildCommand], {
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
        // A number of runs may be Infinity.
        serialization: 'advanced',
        execArgv: collects ? ['--expose-gc'] : [],
      })
      const asked = child
      return new Promise((resolve) => {
        let timer: NodeJS.Timeout | undefined
        let outcome: Cost | undefined
        const settle = (cost: Cost): void => {
          clearTimeout(timer)
          asked.removeAllListeners()
          resolve(cost)
        }
        asked.on('message', (answer: Answer) => {
          if (answer !== 'ready') return settle(answer)
          const before = processCpu(asked.pid)
          // On a busy machine, a process gets less than a second of CPU in a second: the parent waits until it has had
          // its time.
          const wait = (seconds: number): void => {
            timer = setTimeout(() => {
              const now = processCpu(asked.pid)
              const left = before === null || now === null ? 0 : limit - (now - before)
              if (left > 0.1) return wait(left)
              outcome = { status: 'cut off' }
              asked.kill('SIGKILL')
            }, 1000 * seconds)
          }
          wait(limit)
        })
        asked.on('error', (error) => {
          outcome ??= { status: 'failed', why: error.message }
        })
        asked.on('close', (code, signal) => {
          child = undefined
          settle(outcome ?? { status: 'failed', why: `its process ended with ${signal ?? `status ${code}`}` })
        })
        asked.send({ operation, budgets, enough } satisfies Question)
      })
    },
    end() {
      child?.disconnect()
      child = undefined
    },
  }
}
