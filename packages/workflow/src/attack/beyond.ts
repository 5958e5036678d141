import { option, SdcError } from '@sdc/core'
import { shortNumber } from '@sdc/engine'
import type { InversionAttack } from './inversion-attack.js'
import type { LinkageAttack } from './linkage-attack.js'
import type { RegisteredAttack } from './registered-attack.js'
import type { RepeatedAttack } from './repeated-attack.js'

/** Result of an attack as one number; less is safer. */
export interface AttackValue {
  /** Name of the number. */
  readonly what: string
  /** null if it cannot be computed. */
  readonly value: number | null
  readonly unit: string
}

/** Returns the main value of a registered attack. */
export function registeredValue({ attack, measurement }: RegisteredAttack): AttackValue {
  return { what: `what ${attack.id} learns`, value: measurement.value, unit: attack.unit }
}

/** Returns the greatest share of recovered values of a column. */
export function inversionValue({ columns }: InversionAttack): AttackValue {
  const rates = columns.map(({ name, inversion: { rate } }) => ({ name, rate }))
  const worst = rates.sort((a, b) => (b.rate ?? -1) - (a.rate ?? -1))[0]
  const value = worst?.rate == null ? null : 100 * worst.rate
  return { what: `the share of values recovered${worst ? ` of ${worst.name}` : ''}`, value, unit: '%' }
}

/** Returns the share of correctly linked records. */
export function linkageValue({ rate }: LinkageAttack): AttackValue {
  return { what: 'the share of right links', value: 100 * rate, unit: '%' }
}

/** Returns the greatest share of a column's values that all releases together estimate closely. */
export function repeatedValue({ columns }: RepeatedAttack): AttackValue {
  const worst = [...columns].sort((a, b) => b.near - a.near)[0]
  const what = `the share of values that all releases come near to${worst ? ` of ${worst.column}` : ''}`
  return { what, value: worst ? 100 * worst.near : null, unit: '%' }
}

/**
 * Throws if an attack learns more than the limit. A value that cannot be computed violates any limit.
 *
 * @param found - Result of the attack.
 * @param most - The limit; undefined if there is none.
 * @throws BEYOND_LIMIT with both.
 */
export function refuseAttack({ what, value, unit }: AttackValue, most: number | undefined): void {
  if (most === undefined || (value !== null && value <= most)) return
  const is = value === null ? 'has no value' : `is ${shortNumber(value)} ${unit}`
  const message = `${what} ${is} (${option('failAbove')}: at most ${shortNumber(most)} ${unit})`
  throw new SdcError('BEYOND_LIMIT', message, {}, 'Mask more strongly, or raise the bound.')
}
