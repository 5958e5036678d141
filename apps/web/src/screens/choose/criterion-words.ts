import type { Criterion } from '@sdc/workflow'
import { cellText } from './candidate-rows.js'

/** How a criterion stands: a sign and a word, so that nobody needs the colour. */
export const stateTexts: Readonly<Record<Criterion['state'], readonly [sign: string, word: string]>> = {
  met: ['✓', 'met'],
  excepted: ['!', 'excepted'],
  allowed: ['–', 'allowed'],
  'too close': ['?', 'too close to call'],
  'not met': ['✕', 'not met'],
}

/** What was found: the worst run where there were several, with what it is. */
export function foundText({ metric, worst, released, unit }: Criterion): string {
  if (metric === undefined) return ''
  const value = worst ?? released
  return value === null ? 'no value' : cellText(value, unit)
}

/** `independent data: 5 %`, where it is known. */
export function independentText({ independent, unit }: Criterion): string {
  return independent === null ? '' : `independent data: ${cellText(independent, unit)}`
}
