import type { workFolder } from '../cli.fixture.js'

/** One bad input: what it is, the arguments, the code of the error (empty where the parser refuses), what it must say. */
export type Row = readonly [what: string, argv: readonly string[], code: string, message: RegExp]

/** The files that bad inputs stand beside. */
export interface Setting {
  readonly work: ReturnType<typeof workFolder>
  readonly good: string
  readonly masked: string
  readonly schema: string
  readonly plan: string
  readonly keep: string
  readonly released: string
  readonly service: string
  /** A service whose column income is camouflaged. */
  readonly hidden: string
  readonly table: string
  readonly plugin: string
  /** Where nothing may be written. */
  readonly out: string
}

/** A command with one place for a file: the arguments for a path there. */
export type Slot = readonly [command: string, argv: (path: string) => readonly string[]]
