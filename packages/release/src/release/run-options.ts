import { option, SdcError } from '@sdc/core'
import type { MissingKindPolicy, StepPlan } from '@sdc/engine'
import type { Screen } from '@sdc/report/tables'
import type { PreviousRelease } from '../previous/previous-release.js'

/** Options of a run, and names of the files to write. */
export interface RunOptions {
  readonly seed?: string | undefined
  /** For a release: keyed random numbers, records in random order, identifiers dropped. */
  readonly release?: boolean | undefined
  /** Name of the masked file; several files get numbered names. */
  readonly out?: string | undefined
  /** Name of the private file, which replays and verifies the run. */
  readonly private?: string | undefined
  /** Name of the file with the groups of records that were masked together. */
  readonly groups?: string | undefined
  /** Name of the file with pictures of the distributions that were fitted to columns. */
  readonly fits?: string | undefined
  /** Name of the file for the description of the masked file: DDI-Codebook, as XML. */
  readonly codebook?: string | undefined
  /** Minimum records per group beyond the number of preserved moments. */
  readonly momentMargin?: number | undefined
  /** True if the public manifest has the parameters. */
  readonly publishParams?: boolean | undefined
  /** Unmasked columns that a release may have, although they disclose masked ones. */
  readonly acceptOpen?: readonly string[] | undefined
  /** Limit on the unchanged values of a masked column in a release, in percent. */
  readonly maxUnchanged?: number | undefined
  /** Treatment of kinds of missing values; by default kept, and in a release of a statistical file merged in masked columns. */
  readonly missingKinds?: MissingKindPolicy | undefined
  /** Earlier release of the same persons, whose masked values are released again. */
  readonly earlier?: PreviousRelease | undefined
  /** Screen for tables among the messages; by default a file. */
  readonly screen?: Screen | undefined
  /** False to write no public manifest: an output that is not a file (a device, a pipe) has none. */
  readonly manifest?: boolean | undefined
}

/** Throws BAD_OPTION if numbers would be released without rounding. */
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
