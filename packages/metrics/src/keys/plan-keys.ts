/** Plans of metrics of the quasi-identifiers of a masked file: out of core, its different records are counted. */
import type { Dataset, MeasureFacts, MeasureInput, Measurement, Measuring, Plan, Planned, Roles } from '@sdc/core'
import { keyCodes, keyFrequencies, unmeasured, type KeyFrequencies, type MissingKeys } from '@sdc/toolkit'
import {
  codeTotals,
  personsNeedRecords,
  readBothRecords,
  readRecords,
  together,
  type CountedFile,
} from '@sdc/toolkit/internal'
import { noKeys } from './per-column.js'
import { perturbedInFile, readPerturbed } from './perturbed-keys.js'

/**
 * Returns the reason why the quasi-identifiers of a file cannot be counted in blocks.
 *
 * @param masked - The file.
 * @param roles - Roles of its columns.
 * @returns A clause; undefined if they can.
 */
export function weightsNeedRecords(masked: Dataset, { weight }: Roles): string | undefined {
  if (weight === undefined || !masked.names.includes(weight)) return undefined
  return `the sampling weights (column "${weight}") of matching records are summed in the order of the whole file`
}

/** Input of a metric of quasi-identifiers, without the records. */
export type KeysInput<P> = Pick<MeasureInput<P>, 'masked' | 'columns' | 'roles' | 'params'> &
  Partial<Pick<MeasureInput<P>, 'population' | 'tick'>>

/** Metric of quasi-identifiers. */
export interface KeysMetric<P> {
  /** Reason why these files must be in memory, other than persons with several records. */
  readonly whole?: string | undefined
  /** Columns that are counted; by default the quasi-identifiers. */
  readonly names?: readonly string[]
  /** True to warn if quasi-identifiers were perturbed. */
  readonly perturbed?: true
  /** Measures a file, or its different records; these have no numbers by record. */
  measure(file: CountedFile, input: KeysInput<P>): Measurement
  /** Adds to the measurement of a file in memory. */
  besides?(measured: Measurement, input: MeasureInput<P>): Measurement
  /** Reads and measures; by default the different records of the counted columns. */
  read?(): Plan<Measurement>
}

/**
 * Plans a metric of quasi-identifiers.
 *
 * @param facts - The files.
 * @param metric - The metric.
 * @returns The plan; it needs the whole file if persons have several records.
 */
export function planKeys<P>(facts: MeasureFacts<P>, metric: KeysMetric<P>): Planned<Measuring<P>> {
  const why = personsNeedRecords(facts.masked, facts.roles) ?? metric.whole
  if (why === undefined) return countedPlan(facts, metric)
  return {
    form: 'file',
    why,
    measure(input) {
      const measured = metric.measure(wholeFile(input.masked), input)
      const more = metric.besides?.(measured, input) ?? measured
      return metric.perturbed ? perturbedInFile(more, input) : more
    },
  }
}

function* countedPlan<P>(facts: MeasureFacts<P>, metric: KeysMetric<P>): Plan<Measurement> {
  const { columns, masked, rows } = facts
  const why = noKeys(columns, rows.masked)
  if (why !== undefined) return unmeasured(why)
  const { read = (): Plan<Measurement> => countedKeys(metric, metric.names ?? columns, masked, facts) } = metric
  if (!metric.perturbed) return yield* read()
  const [measured, warned] = yield* together(read(), readPerturbed(facts))
  return warned(measured)
}

function* countedKeys<P>(
  { measure }: KeysMetric<P>,
  names: readonly string[],
  masked: Dataset,
  input: KeysInput<P>,
): Plan<Measurement> {
  return measure(yield* readRecords(names, masked), input)
}

/**
 * Plans a metric of the records of both files, which need no link.
 *
 * @param facts - The files.
 * @param shown - Selects the columns of a file.
 * @param measure - Measures both files, or their different records.
 * @returns The plan; it needs the whole files if persons have several records.
 */
export function planBoth<P>(
  facts: MeasureFacts<P>,
  shown: (file: Dataset) => Dataset,
  measure: (original: CountedFile, masked: CountedFile, tick?: (fraction: number) => void) => Measurement,
): Planned<Measuring<P>> {
  const { original, masked, roles } = facts
  const why = personsNeedRecords(original, roles) ?? personsNeedRecords(masked, roles)
  if (why === undefined) return countedBoth(facts, shown, measure)
  return {
    form: 'file',
    why,
    measure: (input) => measure(wholeFile(shown(input.original)), wholeFile(shown(input.masked)), input.tick),
  }
}

function* countedBoth(
  files: Pick<MeasureFacts<unknown>, 'original' | 'masked'>,
  shown: (file: Dataset) => Dataset,
  measure: (original: CountedFile, masked: CountedFile) => Measurement,
): Plan<Measurement> {
  const { original, masked } = yield* readBothRecords(files, shown)
  return measure(original, masked)
}

/** Returns a file whose records are measured one by one. */
export function wholeFile(data: Dataset): CountedFile {
  return { data, records: data.rows }
}

/** Frequencies of quasi-identifiers, and number of records of each class. */
export interface CountedFrequencies extends KeyFrequencies {
  readonly sizes: ArrayLike<number>
}

/**
 * Counts combinations of quasi-identifiers.
 *
 * @param file - The file, or its different combinations.
 * @param columns - The quasi-identifiers.
 * @param roles - Weight and person column, if they are in the file.
 * @param rule - Rule for missing values.
 * @param tick - Receives the completed share.
 * @returns As `keyFrequencies`, a number for each row.
 */
export function countedFrequencies(
  file: CountedFile,
  columns: readonly string[],
  roles: Roles,
  rule: MissingKeys,
  tick?: (fraction: number) => void,
): CountedFrequencies {
  const { data, counts } = file
  if (counts === undefined) {
    const found = keyFrequencies(data, columns, roles, rule, tick)
    return { ...found, sizes: found.classes.sizes }
  }
  const codes = columns.map((name) => keyCodes(data.column(name)))
  const { classes, totals } = codeTotals(codes, [counts], rule, tick)
  // If a missing key matches nothing, a record without one matches itself only.
  const isAlone = (row: number): boolean => rule.missing === 'never' && codes.some((of) => of[row] < 0)
  return { codes, classes, sizes: counts, f: totals[0].map((count, row) => (isAlone(row) ? 1 : count)) }
}
