/** Metrics of the keys of a masked file of which a block at a time is at hand: its different keys are counted. */
import type { Dataset, Measurement, MeasuredByBlocks, Roles } from '@sdc/core'
import { keyCodes, unmeasured, type MissingKeys } from '@sdc/toolkit'
import {
  codeTotals,
  measuredInParts,
  readRecords,
  type CountedFile,
  type ReadFiles,
  personsNeedRecords,
} from '@sdc/toolkit/internal'
import { noKeys } from './per-column.js'
import { keysAndSensitive, sensitiveColumns } from './sensitive-columns.js'

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

/**
 * A metric of the different keys. It holds the file whole where persons have several records.
 *
 * @param measure - What it makes of them.
 * @param whole - Why these files have to be held whole; by default nothing.
 * @returns How it measures in parts.
 */
export function keysInParts<P>(
  measure: (keys: CountedFile, files: ReadFiles<P>) => Measurement,
  whole?: MeasuredByBlocks<P>['whole'],
): MeasuredByBlocks<P> {
  return measuredInParts<P>({
    aggregates: ['tables'],
    whole: (context) => personsNeedRecords(context.masked, context.roles) ?? whole?.(context),
    *read(files) {
      const why = noKeys(files.columns, files.rows.masked)
      if (why !== undefined) return unmeasured(why)
      return measure(yield* readRecords(files.columns, files.masked), files)
    },
  })
}

/**
 * A metric of the different keys with their sensitive values.
 *
 * @param metric - Its id.
 * @param measure - What it makes of them.
 * @returns How it measures in parts.
 */
export function sensitiveInParts<P extends { readonly sensitive: readonly string[] }>(
  metric: string,
  measure: (file: CountedFile, files: ReadFiles<P>) => Measurement,
): MeasuredByBlocks<P> {
  return measuredInParts<P>({
    aggregates: ['tables'],
    whole: ({ masked, roles }) => personsNeedRecords(masked, roles),
    reads: (context) => keysAndSensitive(context, metric),
    *read(files) {
      const why = noKeys(files.columns, files.rows.masked)
      if (why !== undefined) return unmeasured(why)
      const names = sensitiveColumns(files, metric)
      if (typeof names === 'string') return unmeasured(names)
      return measure(yield* readRecords([...files.columns, ...names], files.masked), files)
    },
  })
}

/** Combinations of keys in the order of their first records, and how many records match those that have them. */
export interface CountedClasses {
  /** By key one code a combination, −1 where missing. */
  readonly codes: readonly Int32Array[]
  /** How many records have it. */
  readonly sizes: Float64Array
  readonly f: Float64Array
  /** 1 where a key is missing. */
  readonly lacks: Uint8Array
}

/**
 * The frequencies of combinations of keys, as `keyFrequencies` has them of records.
 *
 * @param file - The different keys of a file.
 * @param columns - Their names.
 * @param rule - What a missing key matches.
 * @returns A row for each combination.
 */
export function countedClasses(file: CountedFile, columns: readonly string[], rule: MissingKeys): CountedClasses {
  const codes = columns.map((name) => keyCodes(file.data.column(name)))
  const sizes = file.counts ?? new Float64Array(file.data.rows).fill(1)
  const lacks = Uint8Array.from(sizes, (_, id) => (codes.some((of) => of[id] < 0) ? 1 : 0))
  const { totals } = codeTotals(codes, [sizes], rule)
  // Where a missing key matches nothing, a record without one has itself only.
  const f = rule.missing === 'never' ? totals[0].map((count, id) => (lacks[id] === 1 ? 1 : count)) : totals[0]
  return { codes, sizes, f, lacks }
}
