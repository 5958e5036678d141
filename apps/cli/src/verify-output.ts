import { numericValues, SdcError, type Dataset } from '@sdc/core'
import { shortNumber } from '@sdc/engine'
import { verifyRecord, type RecordVerification } from '@sdc/permutation'
import { countValues } from '@sdc/stats'

/** What a subject found out about the own record, and whether it is what was asked for. */
export interface Verdict extends RecordVerification {
  readonly names: readonly string[]
  readonly records: number
  /** The distance asked for, in percent of n − 1 and in ranks. */
  readonly dPercent: number
  readonly d: number
  /** The local variance asked for, in percent of the column's. */
  readonly vPercent: number
  readonly distanceHolds: boolean
  readonly varianceHolds: boolean
}

/** The two conditions of permuted privacy for one record of values by column. */
export function verdictOn(
  released: Dataset,
  values: readonly (readonly [string, number])[],
  dPercent: number,
  vPercent: number,
): Verdict {
  const names = values.map(([name]) => name)
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
    `Verify by the other columns: leave out ${incomplete.map((name) => `--value ${name}=…`).join(' and ')}.`,
  )
}

/** For people: a line a column, both conditions, and what they come to. */
export function verdictText(verdict: Verdict): string {
  const { names, records, ranks, distance, localVariance, d, dPercent, vPercent } = verdict
  const lines = names.map(
    (name, k) =>
      `${name}: rank ${shortNumber(ranks[k])} of ${records}; the released values within ${shortNumber(d)} ranks have ${shortNumber(100 * localVariance[k])} % of the column's variance`,
  )
  const low = names.filter((_, k) => 100 * localVariance[k] < vPercent)
  return [
    ...lines,
    `The nearest released record is ${shortNumber(distance)} ranks away in the column where it is furthest (${shortNumber((100 * distance) / Math.max(1, records - 1))} % of the longest way).`,
    verdict.distanceHolds
      ? `Distance: holds; no released record is nearer than the ${shortNumber(dPercent)} % asked for.`
      : `Distance: fails; a released record is nearer than the ${shortNumber(dPercent)} % asked for. Whether it is your own the file does not say.`,
    verdict.varianceHolds
      ? `Variance: holds; in every column the released values near your rank have at least the ${shortNumber(vPercent)} % asked for.`
      : `Variance: fails; the released values near your rank have less than the ${shortNumber(vPercent)} % asked for in ${low.join(', ')}.`,
    verdict.distanceHolds && verdict.varianceHolds
      ? 'Your record is protected as asked for.'
      : 'Your record is not protected as asked for.',
  ].join('\n')
}

/** For programs; the form is described by `permutationVerifyOutput`. */
export function verdictJson(verdict: Verdict): unknown {
  return {
    records: verdict.records,
    columns: Object.fromEntries(
      verdict.names.map((name, k) => [
        name,
        { rank: verdict.ranks[k], localVariancePercent: 100 * verdict.localVariance[k] },
      ]),
    ),
    distance: { ranks: verdict.distance, atLeast: verdict.d, holds: verdict.distanceHolds },
    variance: {
      percent: 100 * Math.min(...verdict.localVariance),
      atLeast: verdict.vPercent,
      holds: verdict.varianceHolds,
    },
    protected: verdict.distanceHolds && verdict.varianceHolds,
  }
}
