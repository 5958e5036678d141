import { asNote, numericValues, type Dataset, type Message } from '@sdc/core'
import type { FileSchema } from '@sdc/engine'
import { counted, groupedNumber } from '@sdc/inspect'
import { sum } from '@sdc/stats'

/**
 * Advises to calibrate the weights of a file that has fewer records than the original, or other ones.
 *
 * @param original - The original.
 * @param masked - The masked file.
 * @param schema - Schema with the role weight.
 * @param isDrawn - True for synthetic records: no original record was left out.
 * @returns A note; nothing without a weight, or if no record was left out.
 */
export function weightHint(
  original: Dataset,
  masked: Dataset,
  schema: FileSchema | undefined,
  isDrawn: boolean,
): Message[] {
  const weight = Object.entries(schema?.columns ?? {}).find(([, { role }]) => role === 'weight')?.[0]
  const lost = original.rows - masked.rows
  if (
    weight === undefined ||
    (isDrawn ? lost === 0 : lost <= 0) ||
    ![original, masked].every(({ names }) => names.includes(weight))
  )
    return []
  const [before, after] = [original, masked].map((file) => groupedNumber(Math.round(sum(numericValues(file, weight)))))
  const what = `the weights "${weight}" add up to ${after} (original ${before})`
  const left = isDrawn ? '' : `${counted(lost, 'record')} left out; `
  return [asNote(`${left}${what}: calibrate them to known totals (sdc weights calibrate)`)]
}
