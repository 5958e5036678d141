/** Where long work in stages is. */
export interface StageState {
  /** What it is about: `generation 3 of 9`. */
  readonly stage: string
  /** The tasks of this stage that are done, and all of them. */
  readonly done: number
  readonly tasks: number
  /** How far the whole work is, from 0 to 1. */
  readonly fraction: number
}

/** Where progress is shown: a terminal. */
export interface ProgressOutput {
  readonly isTTY?: boolean
  readonly columns?: number
  write(text: string): unknown
}

/** Before that nobody waits, and after so little nothing can be said of what is left. */
const SILENT = 1000
const PAUSE = 100

/**
 * Progress of work that goes on for minutes, as one line of a terminal that is written anew; nothing where stderr is no
 * terminal, so that a log is not filled. The clock decides what is shown, and nothing else.
 *
 * @param output - Where to.
 * @param clock - Milliseconds.
 * @returns What is told of the work, and when it is over.
 */
export function stagedProgress(
  output: ProgressOutput = process.stderr,
  clock: () => number = () => performance.now(),
): { at: (state: StageState) => void; done: () => void } {
  const start = clock()
  // What was found done already, when work goes on that was broken off, says nothing of how fast it is.
  let begun: { readonly time: number; readonly fraction: number } | undefined
  let shown = -Infinity
  let width = 0
  return {
    at(state) {
      const now = clock()
      begun ??= { time: now, fraction: state.fraction }
      if (output.isTTY !== true || now - start < SILENT || now - shown < PAUSE) return
      shown = now
      const text = stageText(state, timeLeft(now - begun.time, begun.fraction, state.fraction)).slice(
        0,
        (output.columns ?? 80) - 1,
      )
      output.write(`\r${text.padEnd(width)}`)
      width = text.length
    },
    done() {
      if (width > 0) output.write(`\r${' '.repeat(width)}\r`)
      width = 0
    },
  }
}

/**
 * `generation 3 of 9, task 17 of 32, about 40 s left`.
 *
 * @param state - Where the work is.
 * @param left - Milliseconds, undefined where nobody can say.
 * @returns The line.
 */
export function stageText({ stage, done, tasks }: StageState, left: number | undefined): string {
  const task = `task ${Math.min(done + 1, tasks)} of ${tasks}`
  return [stage, task, ...(left === undefined ? [] : [`about ${durationText(left)} left`])].join(', ')
}

/** As fast as since the beginning; undefined before a hundredth is done, where that is a guess. */
function timeLeft(elapsed: number, begun: number, fraction: number): number | undefined {
  const made = fraction - begun
  return made < 0.01 || fraction > 1 ? undefined : (elapsed * (1 - fraction)) / made
}

/**
 * A time as a person would say it: `5 s`, `40 s`, `3 min`, `2 h 10 min`.
 *
 * @param milliseconds - How long, not negative.
 * @returns Rounded to what can be known of what is to come.
 */
export function durationText(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000)
  if (seconds <= 10) return `${Math.max(seconds, 1)} s`
  if (seconds < 95) return `${10 * Math.round(seconds / 10)} s`
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return `${minutes} min`
  const rest = 10 * Math.round((minutes % 60) / 10)
  const hours = Math.floor(minutes / 60) + (rest === 60 ? 1 : 0)
  return rest % 60 === 0 ? `${hours} h` : `${hours} h ${rest} min`
}
