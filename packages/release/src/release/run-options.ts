import { option, SdcError } from '@sdc/core'
import type { StepPlan } from '@sdc/engine'
import type { Screen } from '@sdc/report/tables'

/** How a masked file is made, and what is written with it. */
export interface RunOptions {
  readonly seed?: string | undefined
  /** For a release: keyed random numbers, records in random order, identifiers dropped. */
  readonly release?: boolean | undefined
  /** Where the masked file goes; of several, the name that theirs are made of. */
  readonly out?: string | undefined
  /** Where what replays and verifies the run goes. */
  readonly private?: string | undefined
  /** Where the groups go that were masked together. */
  readonly groups?: string | undefined
  /** Where pictures go of the laws that were fitted to columns. */
  readonly fits?: string | undefined
  /** How many records a group with exact moments must have beyond those that its moments are worth. */
  readonly momentMargin?: number | undefined
  /** Whether the parameters go into the public manifest. */
  readonly publishParams?: boolean | undefined
  /** Columns that a release may leave as they are, though they give something away. */
  readonly acceptOpen?: readonly string[] | undefined
  /** How much of a masked column a release may leave as it was, in percent. */
  readonly maxUnchanged?: number | undefined
  /** Screen for tables among the messages; by default a file. */
  readonly screen?: Screen | undefined
  /** Whether there is a public manifest: none can stand beside what is no file (a device, a pipe). */
  readonly manifest?: boolean | undefined
}

/** Throws BAD_OPTION where numbers would be released as they were drawn. */
export function checkPrecision(steps: readonly StepPlan[], released: boolean): void {
  const full = steps.find(({ precision }) => precision === 'full')
  if (!released || full === undefined) return
  const fix = `The last bits of a sum tell what was added to: use ${option('precision', 'auto')}, column or fine.`
  const message = `${option('release')} and the precision full of ${full.use} exclude each other`
  throw new SdcError('BAD_OPTION', message, { method: full.use, parameter: 'precision' }, fix)
}

/** Throws BAD_OPTION for options that exclude or need each other. */
export function checkRunOptions(options: RunOptions): void {
  if (options.release && options.seed !== undefined) {
    const fix = `Guessing a seed undoes the masking: leave out ${option('seed')}.`
    throw new SdcError('BAD_OPTION', `${option('release')} and ${option('seed')} exclude each other`, {}, fix)
  }
  if (options.release && options.private === undefined) {
    const fix = `Without its private file a released file can be neither replayed nor measured: add ${option('private', 'FILE')} and keep that file secret.`
    throw new SdcError('BAD_OPTION', `${option('release')} needs ${option('private', 'FILE')}`, {}, fix)
  }
  if (options.publishParams && options.out === undefined) {
    const fix = `They are written to the public manifest next to the output: add ${option('out', 'OUT')}.`
    throw new SdcError('BAD_OPTION', `${option('publishParams')} needs an output file`, {}, fix)
  }
  if ((options.release || options.private !== undefined) && options.out === undefined) {
    throw new SdcError(
      'BAD_OPTION',
      `${option('release')} and ${option('private')} need an output file`,
      {},
      `Add ${option('out', 'OUT')}.`,
    )
  }
  if (options.release && options.manifest === false) {
    const message = `a released file needs a manifest next to it, and ${options.out} is not a file`
    throw new SdcError('BAD_OPTION', message, {}, `Add ${option('out', 'FILE')}.`)
  }
}
