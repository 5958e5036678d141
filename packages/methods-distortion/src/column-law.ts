import { SdcError, type Dataset, type MaskInput, type TimeKind } from '@sdc/core'
import { constantOf, sortedValues } from '@sdc/stats'
import { originalRow } from '@sdc/toolkit'
import { reportedValue } from '@sdc/toolkit/internal'
import { stepsOf, type DistributionName } from '@sdc/stats/distributions'
import { familyNames, outsideSupport, supportText } from './families.js'
import { chooseFamily, type ChosenFamily, type FitOptions } from './fit-families.js'
import { familyTable, fitTable } from './fit-tables.js'

/** Parameters by which a distribution is chosen. */
export interface LawParams extends FitOptions {
  readonly family: 'best' | DistributionName
}

/** Input of the choice, with the method's id. */
export interface LawInput extends Pick<MaskInput<LawParams>, 'origin' | 'params' | 'rng'> {
  readonly method: string
}

/**
 * Fits the distribution of a column.
 *
 * @param input - Columns, parameters and stream of the method.
 * @param name - Column.
 * @param values - Its values, in the order of the records.
 * @param present - Values that are not missing.
 * @param tick - Called between fits.
 * @returns The fitted families and the one to draw from.
 * @throws ALL_MISSING, CONSTANT_COLUMN; BAD_PARAMETER if the requested family does not allow the values
 */
export function lawOf(
  input: LawInput,
  name: string,
  values: Float64Array,
  present: Float64Array,
  tick: () => void,
): ChosenFamily {
  const { family, bootstrap, minimumP } = input.params
  if (present.length === 0) throw withoutLaw(input.method, 'ALL_MISSING', name, 'has no values')
  if (constantOf(present) !== undefined)
    throw withoutLaw(input.method, 'CONSTANT_COLUMN', name, 'has the same value in every record')
  if (family !== 'best') refuseOutside(input, name, family, values, present)
  const tried = family === 'best' ? familyNames : [family]
  const rng = input.rng.child(name).child('bootstrap')
  const chosen = chooseFamily(tried, present, { bootstrap, minimumP }, rng, tick)
  if (chosen !== null) return chosen
  const message = `no ${family === 'best' ? '' : `${family} `}distribution with finite parameters fits column "${name}"`
  const fix = 'Choose another family, or give the column in another unit.'
  throw new SdcError('BAD_PARAMETER', message, { method: input.method, column: name, parameter: 'family' }, fix)
}

/** Refuses a requested family that does not allow the values, with BAD_PARAMETER. */
function refuseOutside(
  input: LawInput,
  name: string,
  family: DistributionName,
  values: Float64Array,
  present: Float64Array,
): void {
  const at = outsideSupport(family, present)
  if (at < 0) return
  const row = originalRow(input, values.indexOf(present[at]))
  const message =
    `column "${name}" has the value ${present[at]} in record ${row}; a ${family} distribution is one ` +
    `${supportText(family)}`
  const fix = 'Choose another family (best tries all that allow these values), or leave the column out.'
  throw new SdcError('BAD_PARAMETER', message, { method: input.method, column: name, row, parameter: 'family' }, fix)
}

/**
 * Warns about a fit.
 *
 * @param name - Column.
 * @param present - Its values, none missing.
 * @param chosen - Its families.
 * @param params - Parameters with the requested p.
 * @returns A warning if half of the values are equal, and one if no p is large enough.
 */
export function fitWarnings(
  name: string,
  present: Float64Array,
  { best, poor }: ChosenFamily,
  { minimumP }: LawParams,
): string[] {
  const warnings: string[] = []
  const { values, upTo } = stepsOf(sortedValues(present))
  const counts = upTo.map((count, r) => count - (r > 0 ? upTo[r - 1] : 0))
  const most = counts.reduce((a, b) => Math.max(a, b))
  if (2 * most >= present.length) {
    const share = Math.round((100 * most) / present.length)
    warnings.push(
      `column "${name}": ${share} % of its values are ${values[counts.indexOf(most)]}, a spike that no family ` +
        'has; draws spread it out',
    )
  }
  if (poor) {
    const p = `p = ${best.p.toPrecision(2)}`
    warnings.push(
      `column "${name}": no family has a p above ${minimumP}; the nearest, ${best.law.name}, is used (D = ` +
        `${best.distance.toPrecision(2)}, ${p})`,
    )
  }
  return warnings
}

/** Parameters in the unit of the values, with their zero point. */
const LOCATIONS: ReadonlySet<string> = new Set(['mean', 'min', 'mode', 'max'])

/**
 * Reports the distribution of a column: figures, and two tables, of all families and of the data for a plot.
 *
 * @param name - Column.
 * @param present - Its values, none missing.
 * @param chosen - Its families.
 * @param params - Parameters with the way p was computed.
 * @param time - Unit of a column of dates or times.
 * @returns Entries of a report.
 */
export function fitReport(
  name: string,
  present: Float64Array,
  chosen: ChosenFamily,
  { bootstrap }: LawParams,
  time?: TimeKind,
): (readonly [string, Dataset | number | string])[] {
  const { law, distance, p } = chosen.best
  const of = `${name} ~ ${law.name}`
  const reading = bootstrap > 0 ? 'bootstrap' : 'too large'
  return [
    ...Object.entries(law.parameters).map(
      ([parameter, value]) =>
        [`${of}: ${parameter}`, LOCATIONS.has(parameter) ? reportedValue(time, value) : value] as const,
    ),
    [`${of}: D`, distance],
    [`${of}: p (${reading})`, p],
    [`families of ${name}`, familyTable(chosen)],
    [`fit of ${name}`, fitTable(sortedValues(present), law)],
  ]
}

/**
 * Makes the error for a column to which no distribution can be fitted.
 *
 * @param method - Id of the method.
 * @param code - Code of the error.
 * @param name - Column.
 * @param what - Fault, worded to follow the name of the column.
 * @returns The error.
 */
export function withoutLaw(
  method: string,
  code: 'ALL_MISSING' | 'CONSTANT_COLUMN',
  name: string,
  what: string,
): SdcError {
  const message = `column "${name}" ${what}: no distribution can be fitted to it`
  return new SdcError(code, message, { method, column: name }, 'Leave the column out, or use larger groups.')
}
