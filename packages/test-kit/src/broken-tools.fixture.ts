import {
  numeric,
  type Column,
  type MaskedFile,
  type MaskingMethod,
  type MaskInput,
  type MaskResult,
  type Traits,
} from '@sdc/core'
import { soundNoise, valuesOf } from './sound.fixture.js'

type Apply = MaskingMethod['apply']

/** The names of the checks, by a short one. */
export const methodCheckNames = {
  form: 'its card, traits and parameters have the form of the contract',
  valid: 'its defaults and examples are valid parameters',
  refuses: 'it refuses parameters outside their range',
  returns: 'it returns the columns it was asked for and no other',
  invents: 'it invents no missing or infinite value',
  changes: 'it changes every column it was asked to mask',
  scales: 'it changes columns of every scale',
  same: 'the same random source gives the same bytes',
  other: 'another random source gives another result',
  nothing: 'the random source changes nothing',
  later: 'a later run changes nothing in an earlier result',
  mathRandom: 'it does not use Math.random',
  input: 'it does not change its input',
  beside: 'the other columns of the file and their order change nothing',
  anyName: 'it takes any name of a column',
  itself: 'each column is masked by itself',
  group: 'a group is masked by its own records',
  missing: 'missing values stay missing and the others are masked',
  said: 'missing values are refused, or what becomes of them is said',
  marginals: 'it keeps the marginals, as its trait keepsMarginals claims',
  means: 'it keeps the means, as its trait keepsMeans claims',
  correlations: 'it keeps the correlations, as its trait keepsCorrelations claims',
  covariances: 'it keeps the covariances, as its trait keepsCovariances claims',
  nearlyPearson: 'a large file keeps nearly its correlations, as its trait approachesCorrelations claims',
  nearlySpearman: 'a large file keeps nearly its rank correlations, as its trait approachesRankCorrelations claims',
  independent: 'the masked values tell nothing of the original ones, as its trait independentGiven claims',
  k: 'every combination of masked values occurs k times, as its trait kAnonymousBy claims',
  few: 'one, two or three records: a valid result or an SdcError',
  constant: 'a constant column: a valid result or an SdcError',
  limits: 'parameters at the ends of their range: a valid result or an SdcError',
  collinear: 'columns that determine each other: a valid result or an SdcError',
  signed: 'zeros and negative numbers: a valid result or an SdcError',
  progress: 'progress is a number from 0 to 1',
  stopped: 'a run that is stopped from outside ends',
} as const

export const noise: Apply = (input) => (soundNoise as MaskingMethod).apply(input)
export const applying = (apply: Apply): MaskingMethod => ({ ...soundNoise, apply })
export const claiming = (traits: Partial<Traits>, method: MaskingMethod = soundNoise): MaskingMethod => ({
  ...method,
  traits: { ...method.traits, ...traits },
})

/** The noise fixture with every column changed once more. */
export function after(
  change: (values: Float64Array, name: string, input: MaskInput<unknown>) => Float64Array,
): MaskingMethod {
  return applying(async (input) => {
    const { files } = await noise(input)
    const columns = [...files[0].columns].map(([name, column]): readonly [string, Column] => {
      return [name, numeric(change(column ? valuesOf(column).slice() : new Float64Array(), name, input))]
    })
    return { files: [{ columns: new Map(columns) }] }
  })
}

export async function withFile(
  result: MaskResult | Promise<MaskResult>,
  change: (file: MaskedFile) => MaskedFile,
): Promise<MaskResult> {
  return { files: (await result).files.map(change) }
}

export function spoilt(values: Float64Array, i: number, value: number): Float64Array {
  values[i] = value
  return values
}

/** What is wrong with it; the method; the checks that must fail, and no other. */
export type BrokenMethod = readonly [string, MaskingMethod, readonly (keyof typeof methodCheckNames)[]]

export function crash(): never {
  throw new TypeError('cannot read properties of undefined')
}
