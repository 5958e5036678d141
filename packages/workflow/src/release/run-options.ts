import { SdcError } from '@sdc/core'

/** How a masked file is made, and what is written with it. */
export interface RunOptions {
  readonly seed?: string | undefined
  /** For a file that may leave the house: keyed random numbers, records in random order, identifiers dropped. */
  readonly release?: boolean | undefined
  /** Where the masked file goes; of several, the name that theirs are made of. */
  readonly out?: string | undefined
  /** Where what replays and verifies the run goes. */
  readonly private?: string | undefined
  /** Where the groups go that were masked together. */
  readonly groups?: string | undefined
  /** Whether the parameters go into the public manifest. */
  readonly publishParams?: boolean | undefined
  /** Columns that a release may leave as they are, though they give something away. */
  readonly acceptOpen?: readonly string[] | undefined
  /** How much of a masked column a release may leave as it was, in percent. */
  readonly maxUnchanged?: number | undefined
}

/** Throws BAD_OPTION for options that exclude or need each other. */
export function checkRunOptions(options: RunOptions): void {
  if (options.release && options.seed !== undefined) {
    const advice = 'Who guesses a seed can undo the masking: leave out --seed.'
    throw new SdcError('BAD_OPTION', '--release and --seed exclude each other', {}, advice)
  }
  if (options.release && options.private === undefined) {
    const advice =
      'Without its private file a released file can be neither replayed nor measured: add --private FILE and keep that file in the house.'
    throw new SdcError('BAD_OPTION', '--release needs --private FILE', {}, advice)
  }
  if ((options.release || options.private !== undefined) && options.out === undefined) {
    throw new SdcError('BAD_OPTION', '--release and --private need an output file', {}, 'Add -o OUT.')
  }
}
