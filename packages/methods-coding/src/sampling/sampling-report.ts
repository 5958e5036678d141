import { categorical, dataset, numeric, type Dataset, type MaskInput, type Roles } from '@sdc/core'
import { personsOf } from '@sdc/toolkit/internal'
import type { DrawnUnits } from './draw-units.js'
import { unitWord } from './sample-sizes.js'
import type { SamplingParams } from './sampling-params.js'
import type { Strata } from './units.js'

/** Records taken from a stratum, with the weight of each or the factor of its earlier weight. */
export function samplingReport(
  { design, unit }: SamplingParams,
  origin: Int32Array,
  { counts, labels }: Strata,
  { units, sizes, factors }: DrawnUnits,
  multiplied: string | undefined,
): Map<string, Dataset | number> {
  const report = new Map<string, Dataset | number>([['records taken', origin.length]])
  if (unit !== 'record') report.set(`${unit}s taken`, units.length)
  if (design !== 'stratified')
    return report.set(multiplied === undefined ? 'weight of a record' : `${multiplied} multiplied by`, factors[0])
  return report.set(
    'strata',
    dataset([
      ['stratum', categorical(labels)],
      [`${unit}s`, numeric(Float64Array.from(counts))],
      ['taken', numeric(Float64Array.from(sizes))],
      [multiplied === undefined ? 'weight' : `${multiplied} multiplied by`, numeric(factors)],
    ]),
  )
}

/** Number of persons with some of their records in a sample, and others not. */
function dividedPersons(data: Dataset, roles: Roles, origin: Int32Array): number {
  const persons = personsOf(data, roles)
  if (persons === undefined) return 0
  const [all, taken] = [new Int32Array(persons.count), new Int32Array(persons.count)]
  for (const unit of persons.ofRecord) all[unit]++
  for (const row of origin) taken[persons.ofRecord[row]]++
  return all.filter((count, unit) => taken[unit] > 0 && taken[unit] < count).length
}

/** Messages about a sample: it is empty, or contains whole strata. */
export function samplingWarnings(
  { data, params, roles }: MaskInput<SamplingParams>,
  origin: Int32Array,
  { counts, labels }: Strata,
  { sizes }: DrawnUnits,
): string[] {
  const { design } = params
  const warnings: string[] = []
  if (origin.length === 0) warnings.push(`no ${params.unit} of ${data.rows} records was drawn`)
  const divided = params.unit === 'record' ? dividedPersons(data, roles, origin) : 0
  if (divided > 0)
    warnings.push(
      `${divided} persons have only some of their records in the sample: unit: person takes all records of a person`,
    )
  const whole = design === 'stratified' ? Array.from(sizes.keys()).filter((h) => sizes[h] === counts[h]) : []
  if (whole.length > 0) {
    const one = whole.filter((h) => counts[h] === 1).length
    const what =
      `${whole.length === 1 ? 'one stratum is' : `${whole.length} strata are`} taken as a whole, the first is ` +
      `"${labels[whole[0]]}"`
    const single = one > 0 ? ` (${one} of one ${unitWord(params, 1)})` : ''
    warnings.push(`${what}${single}: everybody known to belong to it is known to be in the sample`)
  }
  return warnings
}
