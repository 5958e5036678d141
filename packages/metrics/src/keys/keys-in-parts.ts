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
 * Reason why the quasi-identifiers of a file cannot be counted in blocks.
 *
 * @param masked - The file.
 * @param roles - Roles of its columns.
 * @returns A clause; undefined if they can.
 */
export function weightsNeedRecords(masked: Dataset, { weight }: Roles): string | undefined {
  if (weight === undefined || !masked.names.includes(weight)) return undefined
  return `the sampling weights (column "${weight}") of matching records are summed in the order of the whole file`
}

/**
 * Out-of-core metric of the different combinations of quasi-identifiers. It reads the whole file into memory if persons
 * have several records.
 *
 * @param measure - Measurement of the combinations.
 * @param whole - Reason why these files need memory; by default none.
 * @returns The out-of-core method.
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
 * Out-of-core metric of the different combinations of quasi-identifiers with their confidential values.
 *
 * @param metric - Its id.
 * @param measure - Measurement of the combinations.
 * @returns The out-of-core method.
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

/** Combinations of quasi-identifiers in the order of their first records, with the number of matching records. */
export interface CountedClasses {
  /** By quasi-identifier one code per combination, −1 if missing. */
  readonly codes: readonly Int32Array[]
  /** Number of records of each combination. */
  readonly sizes: Float64Array
  readonly f: Float64Array
  /** 1 if a quasi-identifier is missing. */
  readonly lacks: Uint8Array
}

/**
 * Frequencies of combinations of quasi-identifiers, as `keyFrequencies` has them for records.
 *
 * @param file - The different combinations of a file.
 * @param columns - Their names.
 * @param rule - Rule for missing values.
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
