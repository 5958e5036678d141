import { describeParams, SdcError, type MaskingMethod, type ParamCard, type Registry } from '@sdc/core'
import { keyValue, nameList, settings } from '../settings/settings.js'

export interface CandidateText {
  readonly use: string
  readonly grid: Readonly<Record<string, readonly unknown[]>>
}

/** Every method that is made for numbers (or the named ones) with three values of its first searchable parameter. */
export function usualCandidates(
  registry: Registry,
  ids: readonly string[] | undefined,
  anyGiven: boolean,
): CandidateText[] {
  const methods =
    ids?.map((id) => registry.method(id)) ?? registry.methods().filter((method) => canMaskNumbers(method, anyGiven))
  return methods.map((method) => {
    const card = describeParams(method.params).find((one) => one.search !== undefined)
    return { use: method.id, grid: card ? { [card.name]: threeValues(card) } : {} }
  })
}

function canMaskNumbers({ traits }: MaskingMethod, anyGiven: boolean): boolean {
  const { postMasking, columns, given } = traits
  // Keys are chosen for one method: columns to condition on seldom repeat.
  return !postMasking && columns === 'numeric' && given !== 'keys' && (given !== 'required' || anyGiven)
}

/** The ends and the middle of the search range, two significant digits, whole where the parameter is. */
function threeValues({ search, type }: ParamCard): number[] {
  if (!search) return []
  const { min, max, scale } = search
  const middle = scale === 'log' ? Math.sqrt(min * max) : (min + max) / 2
  const values = [min, middle, max].map((value) =>
    type === 'integer' ? Math.round(value) : Number(value.toPrecision(2)),
  )
  return [...new Set(values)]
}

/** `"noise/additive relativeVariance=0.05,0.25"` as a candidate. */
export function candidateFromText(registry: Registry, text: string): CandidateText {
  const [id, ...pairs] = text.trim().split(/\s+/)
  const method = registry.method(id)
  const grid = pairs.map((pair) => {
    const [name, list] = keyValue(pair)
    const values = nameList(list).map((value) => settings(method.params, [`${name}=${value}`])[name])
    if (values.length === 0)
      throw new SdcError('BAD_OPTION', `${name} has no value in --try "${text}"`, { method: id, parameter: name })
    return [name, values] as const
  })
  return { use: method.id, grid: Object.fromEntries(grid) }
}
