import { listed, SdcError, type ErrorPlace } from '@sdc/core'
import { percentOf, smallestPercent } from '@sdc/stats/internal'
import { allocate } from './allocation.js'
import type { SamplingParams } from './sampling-params.js'
import type { Strata } from './units.js'

/** Word for the drawn units: records, or households. */
export function unitWord({ unit }: SamplingParams, count: number): string {
  return count === 1 ? unit : `${unit}s`
}

/**
 * Number of units that a sample takes; for a Bernoulli sample the expected number, which need not be whole.
 *
 * @throws BAD_PARAMETER for more units than there are, TOO_FEW_RECORDS if the percent makes none.
 */
export function sampleSize(count: number, params: SamplingParams, method: string): number {
  const { design, percent, records } = params
  const place = { method, parameter: records === undefined ? 'percent' : 'records' }
  if (records !== undefined && records > count) {
    const message = `${method} would take ${records} ${unitWord(params, records)} of ${count}`
    throw new SdcError('BAD_PARAMETER', message, place, `Take fewer ${params.unit}s, or a percent of them.`)
  }
  if (records !== undefined) return records
  if (design === 'bernoulli') return (percent / 100) * count
  const size = percentOf(percent, count)
  if (size > 0 || count === 0) return size
  const fix = `The smallest percent that takes a ${params.unit} is ${smallestPercent(count)}.`
  throw new SdcError(
    'TOO_FEW_RECORDS',
    `${percent} % of ${count} ${unitWord(params, count)} is less than one`,
    place,
    fix,
  )
}

/**
 * Number of units taken of each stratum.
 *
 * @throws TOO_FEW_RECORDS for fewer units than strata, and for a stratum of one if that is an error; BAD_PARAMETER if
 *   the given numbers do not match the strata, or exceed the units of a stratum.
 */
export function strataSizes(strata: Strata, params: SamplingParams, method: string): Int32Array {
  const { counts, labels } = strata
  const single = counts.indexOf(1)
  if (params.fewRecords === 'error' && single >= 0) {
    const ones = counts.filter((count) => count === 1).length
    const message =
      `${ones === 1 ? 'a stratum has' : `${ones} strata have`} only one ${params.unit}, the first is ` +
      `"${labels[single]}": it would be in every sample`
    const fix = 'Merge strata (coding/global-recode), or set fewRecords to take.'
    throw new SdcError('TOO_FEW_RECORDS', message, { method, parameter: 'fewRecords' }, fix)
  }
  if (params.allocation === 'given') return givenSizes(strata, params, method)
  const count = counts.reduce((sum, one) => sum + one, 0)
  const total = sampleSize(count, params, method)
  if (total >= counts.length) return allocate(counts, total, params.allocation)
  const place = { method, parameter: params.records === undefined ? 'percent' : 'records' }
  const message = `${total} ${unitWord(params, total)} are fewer than the ${counts.length} strata, and each stratum needs at least one`
  const fix = `Take ${counts.length} or more, or merge strata.`
  throw new SdcError('TOO_FEW_RECORDS', message, place, fix)
}

function givenSizes({ counts, labels }: Strata, params: SamplingParams, method: string): Int32Array {
  const { strataRecords, unit } = params
  const place: ErrorPlace = { method, parameter: 'strataRecords' }
  const names = `The strata are ${listed(labels.map((label) => `"${label}"`))}.`
  const unknown = Object.keys(strataRecords).find((label) => !labels.includes(label))
  if (unknown !== undefined)
    throw new SdcError('BAD_PARAMETER', `strataRecords names "${unknown}", which is not a stratum`, place, names)
  return Int32Array.from(counts, (count, h) => {
    if (!Object.hasOwn(strataRecords, labels[h])) {
      const message = `strataRecords has no number for the stratum "${labels[h]}"`
      throw new SdcError(
        'BAD_PARAMETER',
        message,
        place,
        `Give the number of ${unit}s to take from it, 1 or more. ${names}`,
      )
    }
    const size = strataRecords[labels[h]]
    if (size <= count) return size
    const message = `strataRecords takes ${size} of the stratum "${labels[h]}", which has ${count} ${unitWord(params, count)}`
    throw new SdcError('BAD_PARAMETER', message, place, `Take at most ${count}.`)
  })
}
