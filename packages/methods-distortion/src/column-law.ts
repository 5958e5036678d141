import { SdcError, type Dataset, type MaskInput } from '@sdc/core'
import { constantOf, sortedValues } from '@sdc/stats'
import { originalRow } from '@sdc/toolkit'
import { stepsOf, type DistributionName } from '@sdc/stats/distributions'
import { familyNames, outsideSupport, supportText } from './families.js'
import { chooseFamily, type ChosenFamily, type FitOptions } from './fit-families.js'
import { familyTable, fitTable } from './fit-tables.js'

/** The parameters that a law is chosen by. */
export interface LawParams extends FitOptions {
  readonly family: 'best' | DistributionName
}

/** What a law is chosen from, with the id of the method that asks. */
export interface LawInput extends Pick<MaskInput<LawParams>, 'origin' | 'params' | 'rng'> {
  readonly method: string
}

/**
 * The law of a column.
 *
 * @param input the columns, parameters and stream of the method
 * @param name the column
 * @param values its values, in the order of the records
 * @param present those that are not missing
 * @param tick what is called between fits
 * @returns the families that were fitted and the one to draw from
 * @throws ALL_MISSING, CONSTANT_COLUMN; BAD_PARAMETER where the values cannot be of the family asked for
 */
export function lawOf(
  input: LawInput,
  name: string,
  values: Float64Array,
  present: Float64Array,
  tick: () => void,
): ChosenFamily {
  const { family, bootstrap, minimumP } = input.params
  if (present.length === 0) throw withoutLaw(input.method, 'ALL_MISSING', name, 'has no value at all')
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

/** Throws BAD_PARAMETER where a family was asked for that the values cannot be of. */
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
  const message = `column "${name}" has the value ${present[at]} in record ${row}; a ${family} distribution is one ${supportText(family)}`
  const fix = 'Choose another family (best tries those that can be), or leave the column out.'
  throw new SdcError('BAD_PARAMETER', message, { method: input.method, column: name, row, parameter: 'family' }, fix)
}

/**
 * What whoever runs it should know of a fit.
 *
 * @param name the column
 * @param present its values, none missing
 * @param chosen its families
 * @param params with the p that was asked for
 * @returns a sentence where one value is half of all, one where no p is large enough
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
      `column "${name}": ${share} % of its values are ${values[counts.indexOf(most)]}, which no law here has; draws spread them out`,
    )
  }
  if (poor) {
    const p = `p = ${best.p.toPrecision(2)}`
    warnings.push(
      `column "${name}": no family has a p above ${minimumP}; the nearest, ${best.law.name}, is drawn from (D = ${best.distance.toPrecision(2)}, ${p})`,
    )
  }
  return warnings
}

/**
 * The law of a column in numbers, which a run prints, and two tables: all families, and what a plot is drawn from.
 *
 * @param name the column
 * @param present its values, none missing
 * @param chosen its families
 * @param params with how p was computed
 * @returns entries of a report
 */
export function fitReport(
  name: string,
  present: Float64Array,
  chosen: ChosenFamily,
  { bootstrap }: LawParams,
): (readonly [string, Dataset | number])[] {
  const { law, distance, p } = chosen.best
  const of = `${name} ~ ${law.name}`
  const reading = bootstrap > 0 ? 'bootstrap' : 'too large'
  return [
    ...Object.entries(law.parameters).map(([parameter, value]) => [`${of}: ${parameter}`, value] as const),
    [`${of}: D`, distance],
    [`${of}: p (${reading})`, p],
    [`families of ${name}`, familyTable(chosen)],
    [`fit of ${name}`, fitTable(sortedValues(present), law)],
  ]
}

/**
 * The error of a column to which no law can be fitted.
 *
 * @param method the id of the method
 * @param code what is wrong
 * @param name the column
 * @param what the same in words, behind the column's name
 * @returns the error
 */
export function withoutLaw(
  method: string,
  code: 'ALL_MISSING' | 'CONSTANT_COLUMN',
  name: string,
  what: string,
): SdcError {
  const message = `column "${name}" ${what}: no law can be fitted to it`
  return new SdcError(code, message, { method, column: name }, 'Leave the column out, or use larger groups.')
}
