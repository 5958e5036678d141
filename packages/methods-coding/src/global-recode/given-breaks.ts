import { SdcError, type ErrorPlace } from '@sdc/core'

/**
 * Returns the given breaks, with −0 as 0.
 *
 * @throws BAD_PARAMETER for fewer than two breaks, and if one is not above the one before it.
 */
export function checkedBreaks(list: readonly number[], place: ErrorPlace): Float64Array {
  if (list.length < 2) {
    const message = `${list.length === 1 ? 'one break makes' : 'no breaks make'} no class`
    const fix = 'Give two or more: [0, 18, 65, 120] makes three classes.'
    throw new SdcError('BAD_PARAMETER', message, { ...place, parameter: 'breaks' }, fix)
  }
  const breaks = Float64Array.from(list, (one) => one + 0)
  const wrong = breaks.findIndex((one, j) => j > 0 && !(one > breaks[j - 1]))
  if (wrong < 0) return breaks
  const [before, own] = [breaks[wrong - 1], breaks[wrong]]
  const what = own === before ? `${own} occurs twice` : `${own} follows ${before}`
  const fix = 'Make each break greater than the one before it.'
  throw new SdcError('BAD_PARAMETER', `the breaks do not ascend: ${what}`, { ...place, parameter: 'breaks' }, fix)
}
