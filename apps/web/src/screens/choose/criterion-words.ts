import type { Criterion } from '@sdc/release'
import { cellText } from './candidate-rows.js'

/** State of a criterion as a sign and a word, readable without colour. */
export const stateTexts: Readonly<Record<Criterion['state'], readonly [sign: string, word: string]>> = {
  met: ['✓', 'met'],
  excepted: ['!', 'excepted'],
  allowed: ['–', 'allowed'],
  'too close': ['?', 'too close to call'],
  'not met': ['✕', 'not met'],
}

/** Measured value: the worst run if there are several runs. */
export function foundText({ metric, worst, released, unit }: Criterion): string {
  if (metric === undefined) return ''
  const value = worst ?? released
  return value === null ? 'no value' : cellText(value, unit)
}

/** `independent data: 5 %`, where it is known. */
export function independentText({ independent, unit }: Criterion): string {
  return independent === null ? '' : `independent data: ${cellText(independent, unit)}`
}
