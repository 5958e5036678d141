import type { Table, TableResult } from '@sdc/core'
import { tableLoss, type LossFigure, type TableLoss } from '@sdc/tabular'
import { percentText, valueText } from '../view/table-words.js'

/**
 * Describes the information loss of a protected table as far as other sentences do not. It gives the suppressed share
 * of the value, the relative size of changes, and the change of the distribution of the inner cells.
 *
 * @param table - True table.
 * @param result - Protected table.
 * @returns A sentence or two; none if nothing was suppressed or changed.
 */
export function lossSentences(table: Table, result: TableResult): string[] {
  if (result.table) return []
  const loss = tableLoss(table, result)
  const { value: hidden } = loss.suppressed
  const parts = [
    ...(hidden
      ? [
          figure(
            loss.suppressedInnerPercent,
            'share of the value',
            (share) => `${percentText(share)} of the value of inner cells is suppressed`,
          ),
        ]
      : []),
    ...(result.values
      ? [
          figure(
            loss.meanRelativeChange,
            'relative change',
            (share) => `shown cells changed by ${percentText(share)} of their value on average`,
          ),
          ...directions(loss),
          figure(
            loss.hellinger,
            'Hellinger distance',
            (distance) =>
              `Hellinger distance of the inner cells ${valueText(Number(distance.toPrecision(3)))} (0 to 1)`,
          ),
        ]
      : []),
  ]
  return parts.length > 0 ? [`information loss: ${parts.join('; ')}`] : []
}

/** Zeros published as another value, and other values published as 0, if there are any. */
function directions({ falsePresence, falseAbsence }: TableLoss): string[] {
  const presence = falsePresence.value ?? 0
  const absence = falseAbsence.value ?? 0
  if (presence + absence === 0) return []
  return [
    `false presence: ${presence} of the zeros published as another value; false absence: ${absence} other cells as 0`,
  ]
}

function figure({ value, reason }: LossFigure, what: string, say: (value: number) => string): string {
  return value === null ? `no ${what}: ${reason}` : say(value)
}
