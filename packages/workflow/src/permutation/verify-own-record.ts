import { numericValues, option, SdcError, type Dataset } from '@sdc/core'
import { chooseColumns } from '@sdc/engine'
import { verifyRecord, type RecordVerification } from '@sdc/permutation'
import { countValues } from '@sdc/stats'

/** Result of verifying one's own record, compared with the required protection. */
export interface Verdict extends RecordVerification {
  readonly names: readonly string[]
  readonly records: number
  /** Required distance, in percent of n − 1 and in ranks. */
  readonly dPercent: number
  readonly d: number
  /** Required local variance, in percent of the column's. */
  readonly vPercent: number
  readonly distanceHolds: boolean
  readonly varianceHolds: boolean
}

/**
 * Required protection, in percent: the distance as a share of the greatest rank change, the variance as a share of the
 * column's.
 */
export interface VerifyOptions {
  readonly dPercent: number
  readonly vPercent: number
}

/** Tests the two conditions of permuted privacy for one record of values by column. */
export function verifyOwnRecord(
  released: Dataset,
  values: readonly (readonly [column: string, value: number])[],
  { dPercent, vPercent }: VerifyOptions,
): Verdict {
  const names = values.map(([name]) => name)
  chooseColumns(released, names, undefined, [])
  const columns = names.map((name) => numericValues(released, name))
  refuseMissing(names, columns)
  const d = (dPercent * (released.rows - 1)) / 100
  const found = verifyRecord(
    Float64Array.from(values, ([, one]) => one),
    columns,
    { d },
  )
  return {
    ...found,
    names,
    records: released.rows,
    dPercent,
    d,
    vPercent,
    distanceHolds: found.distance >= d,
    varianceHolds: found.localVariance.every((share) => 100 * share >= vPercent),
  }
}

function refuseMissing(names: readonly string[], columns: readonly Float64Array[]): void {
  const missing = columns.map((column) => column.length - countValues(column))
  const incomplete = names.filter((_, k) => missing[k] > 0)
  if (incomplete.length === 0) return
  const counts = incomplete.map((name) => `${name} (${missing[names.indexOf(name)]})`).join(', ')
  throw new SdcError(
    'MISSING_VALUES',
    `released columns have missing values, so that they give no rank to every record: ${counts}`,
    { column: incomplete[0] },
    `Verify by the other columns: leave out ${incomplete.map((name) => option('value', `${name}=…`)).join(' and ')}.`,
  )
}
