import type { ComparisonView, Measurements } from '../worker/protocol/comparison-types.js'
import type { Version } from '../worker/protocol/history-types.js'
import type { Progress, Work } from '../worker/protocol/protocol.js'
import type { Settings } from '../worker/protocol/settings-types.js'
import type { Session } from './session-types.js'
import { comparisonKey } from './staleness.js'
import type { TaskAsk } from './tasks.svelte.js'

/** Parts of a comparison that leave their side unchanged; they are tried first, and counted with the others. */
const UNCHANGED = 2

/** Comparisons of the open file, with the measurements from which they can continue. */
export class Comparisons {
  /** The shown comparison. */
  shown = $state.raw<Session['comparison']>()
  /** Complete comparisons, at most one per version. */
  complete = $state.raw<Session['compared']>([])
  /** Number of measured runs. */
  measured = $state(0)
  #measurements = new Map<string, Measurements[number][1]>()
  #measuredSaved = 0
  readonly #work: Work

  constructor(work: Work) {
    this.#work = work
  }

  /** Measurements of all comparisons of the file. */
  get measurements(): Measurements {
    return [...this.#measurements]
  }

  /** The shown comparison and the complete ones. */
  get all(): readonly (Session['comparison'] | Session['compared'][number])[] {
    return [this.shown, ...this.complete]
  }

  get unsaved(): boolean {
    return this.measured !== this.#measuredSaved
  }

  /** Drops all comparisons, and continues from these measurements of a saved history. */
  restart(measurements: Measurements): void {
    this.shown = undefined
    this.complete = []
    this.#measurements = new Map(measurements)
    this.measured = measurements.length
    this.#measuredSaved = measurements.length
  }

  markSaved(): void {
    this.#measuredSaved = this.measured
  }

  /**
   * Returns true if a complete comparison with the same key is shown.
   *
   * @param settings - Settings to compare with.
   * @param versions - All versions.
   * @param keyOf - Key of the settings.
   */
  isShownFor(settings: Settings, versions: readonly Version[], keyOf = comparisonKey): boolean {
    return this.shown?.complete === true && isOf(this.shown.of, settings, versions, keyOf)
  }

  /** Shows an earlier comparison with the same settings; returns false if there is none. */
  showEarlier(settings: Settings, versions: readonly Version[]): boolean {
    const earlier = this.complete.find(({ version }) => isOf(version, settings, versions, comparisonKey))
    if (earlier) this.shown = { view: earlier.view, of: earlier.version, complete: true }
    return earlier !== undefined
  }

  /**
   * Compares the candidates, and shows the comparison while it grows. A failed or cancelled comparison restores the
   * previous one.
   *
   * @param version - The version whose settings are used.
   * @param isAgain - True to judge existing measurements again: the shown candidates stay until the new ones are as
   *   many, and a stopped comparison ends where it was stopped.
   * @param ask - Callbacks and signals of the task.
   */
  async compare({ id, settings }: Version, isAgain: boolean, ask: TaskAsk): Promise<void> {
    const before = this.shown
    const least = isAgain ? (before?.view.map.points.length ?? 0) : 0
    const grew = (view: ComparisonView): void => {
      if (view.map.points.length >= least) this.#show(view, id, false)
    }
    const limited = isAgain ? endingAt(runsOf(before), ask) : ask
    try {
      this.#show(await this.#work.compare(settings, { ...limited, kept: this.#measurements, grew }), id, true)
    } catch (error) {
      this.shown = before
      throw error
    } finally {
      this.measured = this.#measurements.size
    }
  }

  #show(view: ComparisonView, of: number, complete: boolean): void {
    this.shown = { view, of, complete }
    if (complete) this.complete = [...this.complete.filter(({ version }) => version !== of), { version: of, view }]
  }
}

/** Returns true if a version has settings with the same key. */
function isOf(
  version: number,
  settings: Settings,
  versions: readonly Version[],
  keyOf: (settings: Settings) => string,
): boolean {
  const of = versions.find(({ id }) => id === version)
  return of !== undefined && keyOf(of.settings) === keyOf(settings)
}

/** Returns the number of parts that a stopped comparison has tried; Infinity for one that was not stopped. */
function runsOf(comparison: Session['comparison']): number {
  const { partial, tried } = comparison?.view.decision ?? {}
  return partial && tried ? tried.keys + tried.values + UNCHANGED : Infinity
}

/** Returns the task's callbacks with a signal that also stops it after a number of parts. */
function endingAt(most: number, ask: TaskAsk): TaskAsk {
  const enough = new AbortController()
  const progress = (now: Progress): void => {
    ask.progress(now)
    if ((now.done ?? 0) >= most) enough.abort()
  }
  return { ...ask, progress, stop: AbortSignal.any([ask.stop, enough.signal]) }
}
