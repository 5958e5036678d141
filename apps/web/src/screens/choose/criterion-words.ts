import type { Criterion } from '@sdc/release'
import { shortNumber } from '@sdc/report/looks'
import { cellText } from './candidate-rows.js'

/** State of a criterion as a sign and a word, readable without colour. */
export const stateTexts: Readonly<Record<Criterion['state'], readonly [sign: string, word: string]>> = {
  met: ['✓', 'met'],
  excepted: ['!', 'excepted'],
  allowed: ['–', 'allowed'],
  'too close': ['?', 'too close to call'],
  'not met': ['✕', 'not met'],
}

/** Formats the measured value: that of the worst run if there are several runs. */
export function foundText({ metric, worst, released, unit, state, limit }: Criterion): string {
  if (metric === undefined) return ''
  const value = worst ?? released
  if (value === null) return 'no value'
  const text = cellText(value, unit)
  // An unmet value must not look equal to its limit.
  return state !== 'met' && limit !== null && text === cellText(limit, unit)
    ? `${shortNumber(value)}\u00A0${unit}`.trimEnd()
    : text
}

/** Returns `independent data: 5 %`, if it is known. */
export function independentText({ independent, unit }: Criterion): string {
  return independent === null ? '' : `independent data: ${cellText(independent, unit)}`
}
