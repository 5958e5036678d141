import { spawn } from 'node:child_process'
import { SdcError } from '@sdc/core'

/** Output of a command of Slurm. */
export interface CommandOutput {
  readonly status: number
  readonly stdout: string
  readonly stderr: string
}

/** Runs a command of Slurm. */
export type Slurm = (command: string, args: readonly string[], input?: string) => Promise<CommandOutput>

/** How long a command may take: it waits by itself for a controller that is busy. In milliseconds. */
const PATIENCE = 60_000

/**
 * What a job gets of the environment, since Slurm keeps a copy of it: what finds programs and their libraries, and what speaks to
 * sbatch. Passwords of others, and the job in which the driver itself may run, are none of it.
 */
const PASSED = /^(PATH|HOME|USER|LOGNAME|SHELL|LANG|LC_\w+|TZ|TMPDIR|LD_LIBRARY_PATH|SLURM_CONF|SBATCH_\w+)$/

/** Runs a command of Slurm as a process; throws BAD_OPTION where it is not there. */
export const slurm: Slurm = (command, args, input) => {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => PASSED.test(name)))
  return new Promise((resolve, reject) => {
    const child = spawn(command, [...args], { env, timeout: PATIENCE })
    let stdout = ''
    let stderr = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text))
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
    child.once('error', (error: NodeJS.ErrnoException) => reject(error.code === 'ENOENT' ? absent(command) : error))
    child.once('close', (code) => resolve({ status: code ?? 1, stdout, stderr }))
    // It may have ended without reading what it is told.
    child.stdin.on('error', () => undefined)
    child.stdin.end(input)
  })
}

function absent(command: string): SdcError {
  const fix = 'Start the run on a machine of the cluster that submits jobs, or use another --launcher.'
  return new SdcError('BAD_OPTION', `Slurm should start the tasks, but ${command} is not installed here`, {}, fix)
}

/** What Slurm has against something, in its words without those that all its sentences begin with. */
export function sentenceOf({ stdout, stderr }: CommandOutput): string {
  const lines = `${stderr}\n${stdout}`.split('\n').map((line) => line.replace(/^\w+: (error: )?/, '').trim())
  return lines.filter((line) => line !== '').join('; ')
}

/** Whether it was the controller that did not answer: that passes. */
export const isAway = ({ stderr }: CommandOutput): boolean =>
  /Unable to contact|Connection (refused|timed out)|Socket timed out|Zero Bytes|temporarily|Transport endpoint/i.test(
    stderr,
  )

/** How long Slurm may be away before a run gives it up, in milliseconds: its controller is restarted now and then, and jobs go on. */
export const AWAY = 300_000
