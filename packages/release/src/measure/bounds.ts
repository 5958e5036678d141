import { SdcError } from '@sdc/core'
import { beyondText, limitedError, limitedValue, isBeyond, type Beyond, type Limit, type Measured } from '@sdc/engine'
import type { MeasuredFile } from './measure-masked.js'

/**
 * Returns the limits that measured values exceed, with the worst value of several files; a missing value exceeds none.
 */
export function beyondOf(failLimits: readonly Limit[], measured: readonly Measured[]): Beyond[] {
  return failLimits.flatMap((limit) => {
    const found = measured.find(({ metric }) => metric.id === limit.metric.id)
    const value = found ? limitedValue(limit, found) : null
    const error = found ? limitedError(found) : 0
    return isBeyond(limit, value, error) ? [{ limit, value, reason: found?.measurement.reason, error }] : []
  })
}

/**
 * Refuses a measured file that exceeds a limit, itself or in one of its groups.
 *
 * @param failLimits - The limits.
 * @param measured - Values of the file and of its groups.
 * @throws BEYOND_LIMIT with all exceeded limits.
 */
export function refuseBeyond(
  failLimits: readonly Limit[],
  { measured, groups = [] }: Pick<MeasuredFile, 'measured' | 'groups'>,
): void {
  const texts = [
    ...beyondOf(failLimits, measured).map(beyondText),
    ...groups.flatMap((one) =>
      beyondOf(failLimits, one.measured).map((beyond) => `in ${one.group}, ${beyondText(beyond)}`),
    ),
  ]
  if (texts.length === 0) return
  const fix = `Mask more strongly, or raise the bound; what each number says: sdc metrics ${failLimits[0].metric.id}.`
  throw new SdcError('BEYOND_LIMIT', texts.join('; '), {}, fix)
}
