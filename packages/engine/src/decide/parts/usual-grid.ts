import { describeParams, type MaskingMethod, type ParamCard } from '@sdc/core'

/**
 * Lists the parameters with which a search tries a method: the first one with a search range at its usual values, the
 * others at their defaults.
 *
 * @param method - The method.
 * @returns A set of parameters for every value; one empty set if no parameter is searched.
 */
export function usualGrid(method: MaskingMethod): Readonly<Record<string, number>>[] {
  const card = describeParams(method.params).find((one) => one.search !== undefined)
  return card ? usualValues(card).map((value) => ({ [card.name]: value })) : [{}]
}

/**
 * Usual values of a parameter. By default the ends and the middle of its search range: integers for an integer
 * parameter, else with two significant digits.
 */
export function usualValues({ search, type }: ParamCard): readonly number[] {
  if (!search) return []
  const { min, max, scale, usual } = search
  if (usual) return usual
  const middle = scale === 'log' ? Math.sqrt(min * max) : (min + max) / 2
  const values = [min, middle, max].map((value) =>
    type === 'integer' ? Math.round(value) : Number(value.toPrecision(2)),
  )
  return [...new Set(values)]
}
