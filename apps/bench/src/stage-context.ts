import { createRegistry, type Registry } from '@sdc/core'
import standard from '@sdc/standard'

/** What a command takes from outside. */
export interface StageContext {
  /** Data. */
  readonly stdout: { write(text: string): unknown }
  /** Progress and errors. */
  readonly stderr: { write(text: string): unknown }
  readonly registry: Registry
  /** The file that node runs as this program: `speed` starts it once per row. */
  readonly program: string
  /** Raises the exit status. */
  setStatus(status: number): void
}

/** Everything the project has. */
export function standardRegistry(): Registry {
  return createRegistry().use(standard).freeze()
}
