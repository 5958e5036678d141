import { spawn } from 'node:child_process'
import type { Rng } from '@sdc/core'

/** A program that is killed and started again until it ends by itself. */
export interface Killed {
  /** The arguments of Node: the program and its own; or those of each start, which are counted from 0. */
  readonly argv: readonly string[] | ((start: number) => readonly string[])
  readonly env?: Readonly<Record<string, string>>
  /** Once its output has this, its work goes on; before, it only starts. */
  readonly started: RegExp
  /** How many milliseconds its work takes when nobody kills it, about. */
  readonly takes: number
  /** How much of its work is kept, from 0 to 1: moments are drawn by it, since how long work takes changes with what else runs. */
  readonly done: () => number
  /** Of the work, how much it is let do at the most before it is killed. */
  readonly share?: number
  /** How often it is killed at the most. */
  readonly kills: number
  /** Where the moments come from. */
  readonly rng: Rng
}

interface Run extends Pick<Killed, 'env' | 'started'> {
  readonly argv: readonly string[]
}

const MOST = 0.6
/** Of the time that its work takes: how long it is left alone at the most once it has done what it is let do. */
const AFTER = 0.05
const LOOK_EVERY = 3

/** How a process ended. */
export interface Ended {
  readonly status: number | null
  readonly signal: string | null
  readonly output: string
  /** Milliseconds from the beginning of its work. */
  readonly worked: number
}

/**
 * Runs a program, kills it (SIGKILL) at a random moment, and runs it again, up to so many times, until it ends by itself:
 * that may be before it was killed so often. A fifth of the moments are while it starts, the others while it works: once a
 * random share of its work is done that was not when it started, and a moment more.
 *
 * @param what - The program, and how it is killed.
 * @returns How it ended by itself, and how many kills found it alive.
 */
export async function killAndResume(what: Killed): Promise<Ended & { readonly kills: number }> {
  let kills = 0
  let started = 300
  for (;;) {
    const early = what.rng.uniform() < 0.2
    const until = early ? 0 : what.done() + what.rng.uniform() * (what.share ?? MOST)
    const wait = what.rng.uniform() * (early ? started : AFTER * what.takes)
    const kill = { early, wait, isTime: () => early || what.done() >= until }
    const argv = typeof what.argv === 'function' ? what.argv(kills) : what.argv
    const ended = await run({ ...what, argv }, kills < what.kills ? kill : undefined)
    if (ended.signal !== 'SIGKILL') return { ...ended, kills }
    kills += 1
    started = Math.max(started, ended.startedAfter)
  }
}

/**
 * Runs a program to its end.
 *
 * @param what - The program.
 * @returns How it ended, and how long it worked.
 */
export function runThrough(what: Run): Promise<Ended> {
  return run(what, undefined)
}

function run(
  { argv, env = {}, started }: Run,
  kill: { readonly early: boolean; readonly wait: number; readonly isTime: () => boolean } | undefined,
): Promise<Ended & { readonly startedAfter: number }> {
  return new Promise((resolve, reject) => {
    const begun = performance.now()
    const child = spawn(process.execPath, argv, { env: { ...process.env, ...env } })
    let timer: NodeJS.Timeout | undefined
    const killSoon = (): void => {
      if (kill === undefined || timer !== undefined) return
      timer = setInterval(() => {
        if (!kill.isTime()) return
        clearInterval(timer)
        timer = setTimeout(() => child.kill('SIGKILL'), kill.wait)
      }, LOOK_EVERY)
    }
    if (kill?.early) killSoon()
    let output = ''
    let at: number | undefined
    const heard = (piece: string): void => {
      output += piece
      if (at !== undefined || !started.test(output)) return
      at = performance.now()
      killSoon()
    }
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', heard)
    child.on('error', reject)
    child.on('close', (status, signal) => {
      clearInterval(timer)
      clearTimeout(timer)
      const now = performance.now()
      resolve({ status, signal, output, worked: now - (at ?? now), startedAfter: (at ?? begun) - begun })
    })
  })
}
