import { SdcError } from '@sdc/core'
import type { ComparisonRequirements } from '@sdc/workflow/records'

/**
 * Throws for options without effect: a second file of data, candidates in addition to those of a plan, --resume without a folder.
 *
 * @param planned - Whether the first argument is a plan.
 * @param options - What the user asked for.
 * @throws BAD_OPTION with the option that would have no effect.
 */
export function checkCompareInput(
  planned: boolean,
  options: Pick<ComparisonRequirements, 'methods' | 'try' | 'reverseMap'> & {
    readonly data?: string | undefined
    readonly resume?: boolean | undefined
    readonly out?: string | undefined
  },
): void {
  if (options.resume && options.out === undefined) {
    const fix = 'Name the folder of the interrupted comparison: -o DIR.'
    throw new SdcError('BAD_OPTION', '--resume has no folder to resume from', {}, fix)
  }
  if (!planned) {
    if (options.data === undefined) return
    const fix = 'Name the file once; --data is for a plan, in place of the file that it names.'
    throw new SdcError('BAD_OPTION', 'there are two files of data: the one to compare on and --data', {}, fix)
  }
  const ignored =
    options.methods === undefined
      ? (options.try ?? []).length > 0
        ? '--try'
        : options.reverseMap === false
          ? '--no-reverse-map'
          : undefined
      : '--methods'
  if (ignored === undefined) return
  const fix = 'Change the plan (compare: { candidates, then }), or give the data instead of it.'
  throw new SdcError('BAD_OPTION', `${ignored} has no effect: the plan says what is compared`, {}, fix)
}
