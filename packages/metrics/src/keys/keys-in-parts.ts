/** The different keys of a masked file of which a block at a time is at hand, and how many records have them. */
import { numeric, type Dataset, type PairContext, type PairPass, type Roles } from '@sdc/core'
import { codeTotals, countedRecords, keyCodes, mergedRecordTables, recordTable, type MissingKeys } from '@sdc/toolkit'

const NAME = 'keys'

/**
 * Why the keys of a file cannot be counted a block at a time.
 *
 * @param masked - The file.
 * @param roles - Of its columns.
 * @returns A clause; undefined where they can.
 */
export function weightsNeedRecords(masked: Dataset, { weight }: Roles): string | undefined {
  if (weight === undefined || !masked.names.includes(weight)) return undefined
  return `the sampling weights (column "${weight}") of matching records are added up in the order of the whole file`
}

/** Counts the combinations of the columns that a metric is of, in the masked file. */
export const keyTablePass: PairPass<unknown> = {
  name: NAME,
  needed: ({ masked, roles }) => weightsNeedRecords(masked, roles) === undefined,
  of: ({ masked, columns, block }) =>
    recordTable(
      columns.map((name) => masked.column(name)),
      block.first,
    ),
  merge: mergedRecordTables,
  anyOrder: true,
}

/** Combinations of keys, missing being a value of its own, in the order of their first records. */
export interface CountedKeys {
  /** By key one code a combination, −1 where missing. */
  readonly codes: readonly Int32Array[]
  /** How many records have it. */
  readonly sizes: Float64Array
}

/**
 * The different keys of the file, after `keyTablePass`.
 *
 * @param context - What is known of it.
 * @returns A row for each combination.
 */
export function countedKeys({ totals }: Pick<PairContext<unknown>, 'totals'>): CountedKeys {
  const { columns, counts } = countedRecords(totals.get(NAME) as Float64Array)
  return { codes: columns.map((values) => keyCodes(numeric(values))), sizes: counts }
}

/** Combinations of keys, and how many records match those that have them. */
export interface CountedClasses extends CountedKeys {
  readonly f: Float64Array
  /** 1 where a key is missing. */
  readonly lacks: Uint8Array
}

/**
 * The frequencies of combinations of keys, as `keyFrequencies` has them of records, after `keyTablePass`.
 *
 * @param context - What is known of the file.
 * @param rule - What a missing key matches.
 * @returns A row for each combination.
 */
export function countedClasses(context: Pick<PairContext<unknown>, 'totals'>, rule: MissingKeys): CountedClasses {
  const keys = countedKeys(context)
  const { codes, sizes } = keys
  const lacks = Uint8Array.from(sizes, (_, id) => (codes.some((of) => of[id] < 0) ? 1 : 0))
  const { totals } = codeTotals(codes, [sizes], rule)
  // Where a missing key matches nothing, a record without one has itself only.
  const f = rule.missing === 'never' ? totals[0].map((count, id) => (lacks[id] === 1 ? 1 : count)) : totals[0]
  return { ...keys, f, lacks }
}
