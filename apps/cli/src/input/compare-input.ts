import { SdcError } from '@sdc/core'
import type { ComparisonRequirements } from '@sdc/search'

/** Refuses options without effect: two --data, candidates in addition to those of a plan, --resume without a folder. */
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
    throw new SdcError('BAD_OPTION', '--resume needs the folder of the interrupted comparison', {}, fix)
  }
  if (!planned) {
    if (options.data === undefined) return
    const fix = 'Name the file once; --data replaces the file that a plan names.'
    throw new SdcError('BAD_OPTION', 'two data files are named: the one to compare on and --data', {}, fix)
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
  const fix = 'Change the plan (compare: { candidates, then }), or pass the data instead of it.'
  throw new SdcError('BAD_OPTION', `${ignored} has no effect: the plan defines the comparison`, {}, fix)
}
