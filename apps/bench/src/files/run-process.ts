import { spawn } from 'node:child_process'
import { performance } from 'node:perf_hooks'

/** Cost of a whole process. */
export interface ProcessCost {
  /** User and system. */
  readonly cpuSeconds: number
  readonly wallSeconds: number
  /** Peak resident memory. */
  readonly peakBytes: number
}

/** Cost of a process, or its message if it failed. */
export type ProcessOutcome = { readonly cost: ProcessCost } | { readonly why: string }

/** Seconds after which a process is killed. */
const limit = 900

/**
 * Runs node with these arguments and returns the cost of the process. A module that node imports first reports it on
 * file descriptor 3 when the process ends.
 */
export function runProcess(usage: string, args: readonly string[]): Promise<ProcessOutcome> {
  return new Promise((resolve) => {
    const since = performance.now()
    const child = spawn(process.execPath, ['--import', usage, ...args], {
      stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
      timeout: 1000 * limit,
      killSignal: 'SIGKILL',
    })
    const said = { errors: '', usage: '' }
    child.stderr?.on('data', (bytes: Buffer) => (said.errors += bytes.toString()))
    child.stdio[3]?.on('data', (bytes: Buffer) => (said.usage += bytes.toString()))
    child.on('error', (error) => resolve({ why: error.message }))
    child.on('close', (code, signal) => {
      const wallSeconds = (performance.now() - since) / 1000
      if (code !== 0) {
        const last = said.errors.split('\n').find((line) => /error|sdc:/i.test(line)) ?? said.errors.split('\n')[0]
        resolve({ why: `${signal ?? `status ${code}`}: ${last}` })
        return
      }
      resolve({ cost: { ...(JSON.parse(said.usage) as Omit<ProcessCost, 'wallSeconds'>), wallSeconds } })
    })
  })
}
