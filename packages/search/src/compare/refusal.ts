import { option, SdcError } from '@sdc/core'
import { beyondText, isBeyond, worstRun, type Beyond, type Comparison } from '@sdc/engine'

/**
 * Reason for a comparison without a plan: nothing can be chosen, or the choice exceeds a required limit in its worst run;
 * undefined if it has a choice.
 */
export function refusalOf({ rows, failLimits, limits }: Comparison): SdcError | undefined {
  const chosen = rows.find((row) => row.chosen)
  if (!chosen) {
    const fix =
      limits.length > 0
        ? `Try stronger maskings (${option('try')}), or raise a limit.`
        : 'Name other methods, columns or axes.'
    return new SdcError('BEYOND_LIMIT', 'no candidate can be chosen, and there is no plan of a choice', {}, fix)
  }
  const beyond = failLimits.flatMap((limit): Beyond[] => {
    const value = worstRun(chosen, limit.metric, limit.atEnd)
    const reason = chosen.metrics.get(limit.metric.id)?.reason
    return isBeyond(limit, value) ? [{ limit, value, reason }] : []
  })
  if (beyond.length === 0) return undefined
  const message = `the choice, ${chosen.label}, has in its worst run ${beyond.map(beyondText).join(' and ')}`
  return new SdcError(
    'BEYOND_LIMIT',
    message,
    {},
    `To choose among those that keep it: ${option('limit')} in place of ${option('failAbove')}.`,
  )
}
