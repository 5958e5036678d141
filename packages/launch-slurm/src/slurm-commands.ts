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

/** Time limit of a command: it waits itself for a busy controller. In milliseconds. */
const PATIENCE = 60_000

/**
 * Environment variables that a job gets, because Slurm keeps a copy of them: those that find programs and libraries,
 * and those for sbatch. Passwords, and variables of a job in which the driver itself may run, are excluded.
 */
const PASSED = /^(PATH|HOME|USER|LOGNAME|SHELL|LANG|LC_\w+|TZ|TMPDIR|LD_LIBRARY_PATH|SLURM_CONF|SBATCH_\w+)$/

/** Runs a command of Slurm as a process; throws BAD_OPTION if it does not exist. */
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
    // The command may end without reading its input.
    child.stdin.on('error', () => undefined)
    child.stdin.end(input)
  })
}

function absent(command: string): SdcError {
  const fix = 'Start the run on a machine of the cluster that submits jobs, or use another --launcher.'
  return new SdcError('BAD_OPTION', `Slurm should start the tasks, but ${command} is not installed here`, {}, fix)
}

/** Returns the error message of Slurm without the prefix of all its messages. */
export function sentenceOf({ stdout, stderr }: CommandOutput): string {
  const lines = `${stderr}\n${stdout}`.split('\n').map((line) => line.replace(/^\w+: (error: )?/, '').trim())
  return lines.filter((line) => line !== '').join('; ')
}

/** Returns true if the controller did not answer, which is temporary. */
export const isAway = ({ stderr }: CommandOutput): boolean =>
  /Unable to contact|Connection (refused|timed out)|Socket timed out|Zero Bytes|temporarily|Transport endpoint/i.test(
    stderr,
  )

/**
 * Longest absence of Slurm before a run gives up, in milliseconds: its controller is restarted at times, and jobs
 * continue.
 */
export const AWAY = 300_000
