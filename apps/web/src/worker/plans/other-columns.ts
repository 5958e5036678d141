import { SdcError } from '@sdc/core'
import type { StepPlan } from '@sdc/engine'

/** Returns the columns named by steps, with repetitions. */
export function columnsOf(steps: readonly Partial<Pick<StepPlan, 'columns' | 'given' | 'by'>>[]): string[] {
  return steps.flatMap(({ columns, given = [], by = [] }) => [
    ...(columns === undefined || columns === 'all' ? [] : columns),
    ...given,
    ...by,
  ])
}

/**
 * Refuses a plan or a history of another file.
 *
 * @param named - Columns that it names.
 * @param there - Columns of the open file.
 * @param plan - Name of the plan.
 * @param data - Name of the file.
 * @throws UNKNOWN_COLUMN with the first few missing columns.
 */
export function refuseOtherColumns(
  named: readonly string[],
  there: readonly string[],
  plan: string,
  data: string,
): void {
  const absent = [...new Set(named)].filter((name) => !there.includes(name))
  if (absent.length === 0) return
  const message = `${plan} belongs to another file: it names ${absent.slice(0, 4).join(', ')}${absent.length > 4 ? ' and more' : ''}, missing in ${data}`
  throw new SdcError(
    'UNKNOWN_COLUMN',
    message,
    { file: plan, column: absent[0] },
    'Open the data file that it was made for.',
  )
}
