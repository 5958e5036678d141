import { SdcError, takeRows, type MaskInput } from '@sdc/core'
import { constantOf, standardDeviation, type ValueStep } from '@sdc/stats'
import { commonStep, fineStep } from '@sdc/stats/internal'
import { finiteColumns } from '@sdc/toolkit'

/**
 * Returns the original's columns: for a group those of the original records of its own records.
 *
 * @param input - Input of the method.
 * @param id - Id of the method.
 * @returns The columns.
 * @throws LENGTH_MISMATCH if a record of a group has no known origin, NOT_NUMERIC for values beyond 1e145.
 */
export function originalColumns(input: MaskInput<unknown>, id: string): Float64Array[] {
  const { original, origin, data, whole, columns } = input
  if (data.rows === whole.rows)
    return finiteColumns(
      { data: original, origin: Int32Array.from({ length: original.rows }, (_, i) => i) },
      columns,
      id,
    )
  if (origin.some((row) => row < 0)) {
    const message =
      'a record of a group comes from no known record of the original, so the original records of the group are unknown'
    throw new SdcError('LENGTH_MISMATCH', message, { method: id }, 'Leave out by, and run it on the whole file.')
  }
  return finiteColumns({ data: takeRows(original, origin), origin }, columns, id)
}

/**
 * Returns the step of the new values of a column: the step that its values share, else a power of two far below its
 * spread, as the engine rounds drawn values. So no last digit discloses new values, and measured values equal released
 * ones.
 *
 * @param x - The original's column.
 * @param y - The column with the new values.
 * @returns The step, or null.
 */
export function columnStep(x: Float64Array, y: Float64Array): ValueStep | null {
  let largest = 0
  for (let i = 0; i < y.length; i++) if (Math.abs(y[i]) > largest) largest = Math.abs(y[i])
  return commonStep(y) ?? fineStep(standardDeviation(x), largest)
}

/**
 * Returns sentences on unchanged columns and records.
 *
 * @param names - The columns.
 * @param varying - Indices of those that vary in the original.
 * @param x - The original's columns.
 * @param incomplete - Number of masked records with a missing value.
 * @returns Sentences without a full stop.
 */
export function leftAsTheyAre(
  names: readonly string[],
  varying: readonly number[],
  x: readonly Float64Array[],
  incomplete: number,
): string[] {
  const still = names.filter((_, j) => !varying.includes(j))
  const constant = still.filter((name) => constantOf(x[names.indexOf(name)]) !== undefined)
  return [
    ...(still.length > 0
      ? [
          'left unchanged, because they ' +
            `${constant.length === still.length ? 'have only one value' : 'do not vary'} in the original: ` +
            `${still.join(', ')}`,
        ]
      : []),
    ...(incomplete > 0
      ? [
          `${incomplete} masked records with a missing value are left unchanged; moments and IL1 are of the ` +
            'complete records of both files',
        ]
      : []),
  ]
}
