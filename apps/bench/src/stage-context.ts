import { createRegistry, type Registry } from '@sdc/core'
import standard from '@sdc/standard'

/** External inputs of a command. */
export interface StageContext {
  /** Output of data. */
  readonly stdout: { write(text: string): unknown }
  /** Output of progress and errors. */
  readonly stderr: { write(text: string): unknown }
  readonly registry: Registry
  /** File that node runs as this program: `speed` starts it once for each row. */
  readonly program: string
  /** Raises the exit status. */
  setStatus(status: number): void
}

/** Registry of all plugins of the project. */
export function standardRegistry(): Registry {
  return createRegistry().use(standard).freeze()
}
