import { categorical, dataset, numeric, type Dataset, type MaskInput } from '@sdc/core'
import type { DrawnUnits } from './draw-units.js'
import { unitWord } from './sample-sizes.js'
import type { SamplingParams } from './sampling-params.js'
import type { Strata } from './units.js'

/** How many were taken, of which stratum, and what each stands for. */
export function samplingReport(
  { design, unit }: SamplingParams,
  origin: Int32Array,
  { counts, labels }: Strata,
  { units, sizes, factors }: DrawnUnits,
): Map<string, Dataset | number> {
  const report = new Map<string, Dataset | number>([['records taken', origin.length]])
  if (unit !== 'record') report.set(`${unit}s taken`, units.length)
  if (design !== 'stratified') return report.set('weight of a record', factors[0])
  return report.set(
    'strata',
    dataset([
      ['stratum', categorical(labels)],
      [`${unit}s`, numeric(Float64Array.from(counts))],
      ['taken', numeric(Float64Array.from(sizes))],
      ['weight', numeric(factors)],
    ]),
  )
}

/** What is to be said of a sample: that it is empty, that strata are in it as a whole, that weights are not multiplied. */
export function samplingWarnings(
  { data, roles, params }: MaskInput<SamplingParams>,
  taken: number,
  { counts, labels }: Strata,
  { sizes }: DrawnUnits,
): string[] {
  const { weightName, design } = params
  const warnings: string[] = []
  if (taken === 0) warnings.push(`no ${params.unit} of ${data.rows} records was drawn`)
  const whole = design === 'stratified' ? Array.from(sizes.keys()).filter((h) => sizes[h] === counts[h]) : []
  if (whole.length > 0) {
    const one = whole.filter((h) => counts[h] === 1).length
    const what =
      `${whole.length === 1 ? 'one stratum is' : `${whole.length} strata are`} taken as a whole, the first is ` +
      `"${labels[whole[0]]}"`
    const single = one > 0 ? ` (${one} of one ${unitWord(params, 1)})` : ''
    warnings.push(`${what}${single}: everybody known to belong to it is known to be in the sample`)
  }
  if (roles.weight !== undefined && roles.weight !== weightName && data.names.includes(roles.weight)) {
    const both = `"${weightName}" weighs up to the file, "${roles.weight}" to the population of the whole file`
    warnings.push(`${both}: set weightName to ${roles.weight} to multiply the weights`)
  }
  return warnings
}
