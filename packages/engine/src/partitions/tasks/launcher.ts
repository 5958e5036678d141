/** A task by the stage it belongs to: no data, names only. */
export interface Task {
  readonly stage: string
  readonly index: number
}

/** What became of a task: a worker that died leaves it lost, and nobody knows why. */
export interface TaskOutcome {
  readonly task: Task
  readonly state: 'done' | 'failed' | 'lost'
  readonly error?: Error
}

/** Runs tasks, each at least once, in any order, on any machine. What is done, the store says, never the launcher. */
export interface Launcher {
  /** How many tasks run at a time. */
  readonly width: number
  launch(tasks: readonly Task[], options: { readonly signal?: AbortSignal | undefined }): AsyncIterable<TaskOutcome>
  close(): Promise<void>
}
