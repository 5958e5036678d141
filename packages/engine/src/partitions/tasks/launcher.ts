/** A task: names only, without data. */
export interface Task {
  readonly stage: string
  readonly index: number
}

/** Outcome of a task: `lost` if its worker died, for an unknown reason. */
export interface TaskOutcome {
  readonly task: Task
  readonly state: 'done' | 'failed' | 'lost'
  readonly error?: Error
}

/**
 * Runs tasks, each at least once, in any order, on any machine. The stored results, not the launcher, determine whether
 * a task is done.
 */
export interface Launcher {
  /** Number of tasks that run at a time. */
  readonly width: number
  launch(tasks: readonly Task[], options: { readonly signal?: AbortSignal | undefined }): AsyncIterable<TaskOutcome>
  close(): Promise<void>
}
