import { SdcError } from '@sdc/core'

/** An option and its value. */
export type AskedOption = readonly [option: string, value: unknown]

/**
 * Refuses the first option that is set and needs the file in memory.
 *
 * @param asked - The options.
 * @param why - Why the work is done out of core.
 * @throws BAD_OPTION
 */
export function refuseOutOfCore(asked: readonly AskedOption[], why: string): void {
  const found = asked.find(([, value]) => value !== undefined && value !== false)
  if (found === undefined) return
  const fix = 'Leave it out, or use a file that fits in memory, without --workers, --work-folder and --resume.'
  throw new SdcError('BAD_OPTION', `${found[0]} needs the whole file in memory, but ${why}`, {}, fix)
}
