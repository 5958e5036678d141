import type { Measurement } from '@sdc/core'
import type { Family } from './family-losses.js'

/** Weights of the families of statistics by the purpose of a release; a family without a weight is left out. */
export const purposeWeights = {
  statistics: {
    'value-margins': 1,
    'key-margins': 2,
    'key-information': 0.5,
    'value-relations': 1,
    'key-relations': 0.5,
    'cross-relations': 1,
    models: 1,
  },
  synthetic: {
    'value-margins': 1,
    'key-margins': 2,
    'value-relations': 1,
    'key-relations': 0.5,
    'cross-relations': 1,
    models: 1,
  },
  tables: {
    'value-margins': 0.5,
    'key-margins': 2,
    'key-information': 1,
    'value-relations': 0.5,
    'key-relations': 1,
    'cross-relations': 1,
  },
  records: {
    closeness: 2,
    'key-information': 2,
    'value-margins': 0.25,
    'key-margins': 0.25,
    'value-relations': 0.25,
    'key-relations': 0.25,
    'cross-relations': 0.25,
  },
} as const satisfies Record<string, Partial<Record<Family, number>>>

/** A family with its loss in percent (NaN without one) and its weight. */
export interface WeightedFamily {
  readonly family: string
  readonly percent: number
  readonly weight: number
}

/**
 * Returns the weighted mean Σ w·loss/Σ w of the families with a value.
 *
 * @param losses - Loss of each family in percent; null without one.
 * @param weights - Weight of each family.
 * @returns The mean in percent, null if no weighted family has a value; and every weighted family.
 */
export function purposeLoss(
  losses: ReadonlyMap<string, number | null>,
  weights: Readonly<Record<string, number>>,
): { readonly value: number | null; readonly families: readonly WeightedFamily[] } {
  const weighted = Object.entries(weights).map(([family, weight]) => ({
    family,
    percent: losses.get(family) ?? Number.NaN,
    weight,
  }))
  const present = weighted.filter(({ percent }) => !Number.isNaN(percent))
  const total = present.reduce((sum, { weight }) => sum + weight, 0)
  const value = total > 0 ? present.reduce((sum, { weight, percent }) => sum + weight * percent, 0) / total : null
  return { value, families: weighted }
}

/**
 * Returns the losses in percent that `loss/structure` measured, from its table.
 *
 * @param part - Its measurement.
 * @returns Loss of each family in percent, null without one; empty without a table.
 */
export function lossesOf(part: Measurement | undefined): Map<string, number | null> {
  const data = part?.tables?.get('families')
  const [family, percent] = ['family', 'percent'].map((name) => data?.column(name))
  if (family?.kind !== 'categorical' || percent?.kind !== 'numeric') return new Map()
  return new Map(
    Array.from(family.codes, (code, i) => [
      family.levels[code],
      Number.isNaN(percent.values[i]) ? null : percent.values[i],
    ]),
  )
}
