import { durationText, elapsedText } from './durations.js'
import type { Message } from '@sdc/core'
import { isQuiet } from './quiet.js'
import { say } from './say.js'
import { cut, statusLine, type ProgressOutput } from './status-line.js'
import { shownText } from './write-text.js'

export { say } from './say.js'
export type { ProgressOutput } from './status-line.js'

/** Prints the messages of a step at once. */
export function said<Step extends { readonly messages: readonly Message[] }>(step: Step): Step {
  step.messages.forEach(say)
  return step
}

/** State of long work in tasks. */
export interface StageState {
  /** Name of the current work: `generation 3 of 9`, the label of a candidate. */
  readonly stage: string
  /** Number of finished tasks, and of all tasks. */
  readonly done?: number
  readonly tasks?: number
  /** Noun for a task; `task` by default. */
  readonly unit?: string
  /** Finished share of the whole work, from 0 to 1, if it is known. */
  readonly fraction?: number
}

/** Receiver of progress. */
export interface Progress {
  /** Reports the finished share, from 0 to 1, and the current work: a method, a metric, a stage. */
  readonly tick: (fraction: number, doing?: string) => void
  readonly at: (state: StageState) => void
  readonly done: () => void
}

export interface ProgressOptions {
  /** Target of the output; stderr by default. */
  readonly output?: ProgressOutput
  /** Returns milliseconds. */
  readonly clock?: () => number
  /** True if the work lets events run, so that an interrupt can remove the line. */
  readonly interruptible?: boolean
}

/** Milliseconds before the first line, and between two lines. */
const SILENT = 1000
const PAUSE = 100
/** Milliseconds before the first line in a log; later lines come after a tenth of the elapsed time. */
const LOGGED = 10_000
/** Letters of the stage that even the narrowest terminal shows. */
const FEWEST = 8

/** Shows the progress of long work in one line of a terminal, or in a log line now and then; nothing with --quiet. */
export function progress(what: string, options: ProgressOptions = {}): Progress {
  const { output = process.stderr, clock = () => performance.now(), interruptible = false } = options
  const line = statusLine(output, interruptible)
  const start = clock()
  // Work already done before a resumed run is not counted in its speed.
  let begun: { readonly time: number; readonly fraction: number } | undefined
  let last = 0
  const isLog = output.isTTY !== true
  let shown = isLog ? start : -Infinity
  const show = (fraction: number | undefined, stage: string | undefined, far: readonly string[]): void => {
    const now = clock()
    // Work that restarts is another stage, with its own speed.
    if (fraction !== undefined) {
      if (begun === undefined || fraction < last) begun = { time: now, fraction }
      last = fraction
    }
    const pause = isLog ? Math.max(LOGGED, (now - start) / 10) : PAUSE
    if (isQuiet() || now - start < SILENT || now - shown < pause) return
    shown = now
    const left =
      fraction === undefined || begun === undefined ? undefined : timeLeft(now - begun.time, begun.fraction, fraction)
    const times = [elapsedText(now - start), ...(left === undefined ? [] : [`about ${durationText(left)} left`])]
    const rest = [...far, ...times].join(', ')
    // The name of the work is cut at its end, but not the remaining time.
    const room = (output.columns ?? 80) - 1 - `${what}: , ${rest}`.length
    const text = shownText(
      `${what}: ${stage === undefined ? '' : `${isLog ? stage : cut(stage, Math.max(room, FEWEST))}, `}${rest}`,
    )
    if (isLog) output.write(`${text}\n`)
    else line.write(text)
  }
  return {
    tick: (fraction, doing) => show(fraction, doing, [`${Math.floor(100 * Math.min(1, fraction))} %`]),
    at: (state) => show(state.fraction, state.stage, countText(state)),
    done: line.clear,
  }
}

/** Returns `task 17 of 32`. */
function countText({ done, tasks, unit = 'task' }: StageState): string[] {
  return done === undefined || tasks === undefined ? [] : [`${unit} ${Math.min(done + 1, tasks)} of ${tasks}`]
}

/** Extrapolates the remaining time; undefined before 1 % is done. */
function timeLeft(elapsed: number, begun: number, fraction: number): number | undefined {
  const made = fraction - begun
  return made < 0.01 || fraction >= 1 ? undefined : (elapsed * (1 - fraction)) / made
}
