import type { Progress } from '../worker/protocol/protocol.js'
import type { Problem, Working } from './session-types.js'

/** Callbacks and signals of a running task; `stop` ends it with the results so far. */
export interface TaskAsk {
  readonly progress: (progress: Progress) => void
  readonly signal: AbortSignal
  readonly stop: AbortSignal
}

/** Returns an error as a problem with advice; undefined if the user cancelled the task. */
type ProblemOf = (error: unknown, again: (() => void) | undefined) => Problem | undefined

/** Runs one task at a time, with its progress and the last problem. */
export class Tasks {
  working = $state.raw<Working>()
  problem = $state.raw<Problem>()
  readonly #problemOf: ProblemOf

  constructor(problemOf: ProblemOf) {
    this.#problemOf = problemOf
  }

  /**
   * Runs a task, unless another one is running.
   *
   * @param what - Kind of the task.
   * @param act - The task.
   * @param again - Repeats it, as a remedy of its errors.
   * @returns True if it was done.
   */
  async run(what: Working['what'], act: (ask: TaskAsk) => Promise<void>, again?: () => void): Promise<boolean> {
    if (this.working !== undefined) {
      const { cancel } = this.working
      const choices = [{ text: 'Cancel the running task', act: cancel }]
      this.problem = { message: 'another task is running', fix: 'Wait until it ends, or cancel it.', choices }
      return false
    }
    const ask = this.#begin(what)
    try {
      await act(ask)
      return true
    } catch (error) {
      this.problem = this.#problemOf(error, again) ?? this.problem
      return false
    } finally {
      this.working = undefined
    }
  }

  #begin(what: Working['what']): TaskAsk {
    const [ended, stopped] = [new AbortController(), new AbortController()]
    const cancel = (): void => ended.abort()
    const stop = (): void => {
      stopped.abort()
      if (this.working?.cancel === cancel) this.working = { ...this.working, stop: undefined }
    }
    const progress = (now: Progress): void => {
      if (this.working?.cancel === cancel) this.working = { ...this.working, progress: now }
    }
    this.problem = undefined
    this.working = { what, progress: { fraction: 0 }, cancel, ...(what === 'comparing' && { stop }) }
    return { progress, signal: ended.signal, stop: stopped.signal }
  }
}
