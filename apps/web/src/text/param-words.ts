import type { ParamWording } from '@sdc/core'
import { briefNumber } from '@sdc/report/looks'

/** Phrases of parameters by their names; `{}` is the value, `{%}` the value in percent. */
const phrases: Readonly<Record<string, string>> = {
  bottomPercent: 'smallest {} %',
  buckets: '{} buckets',
  classes: '{} classes',
  halfWidth: 'factors within {%} of 1',
  k: 'k = {}',
  l: 'ℓ = {}',
  percentOfSd: '{} % of the standard deviation',
  relativeVariance: '{%} of the variance',
  samples: '{} samples',
  shrink: 'tails moved by {} standard deviations',
  significantDigits: '{} significant digits',
  suppressionPercent: 'at most {} % of the records suppressed',
  stay: 'each category kept with probability {}',
  t: 't = {}',
  topPercent: 'largest {} %',
}

/** Wordings of a choice by its parameter and value; none for names without a meaning to readers. */
const choices: Readonly<Record<string, string>> = {
  'local iterate': 'levels mixed',
  'loss loss': '',
  'other *': '',
}

/** Words a parameter with its value: `5 % of the variance`, `largest 0.97 %`, `k = 5`. */
export const paramWords: ParamWording = ({ name, unit = '' }, value) => {
  if (value === null || value === '') return ''
  const words = spaced(name)
  if (typeof value === 'boolean') return value ? words : `not ${words}`
  if (typeof value === 'string') {
    const choice = `${words} ${spaced(value).replaceAll('-', ' ')}`
    return choices[choice] ?? choice
  }
  if (typeof value !== 'number') return `own ${words}`
  const isPercent = unit.startsWith('percent of ')
  // A side without coding.
  if (value === 0 && isPercent) return ''
  if (name === 'classes' && value === 1) return 'one class'
  const phrase = Object.hasOwn(phrases, name)
    ? phrases[name]
    : isPercent
      ? `${words === 'percent' ? '' : `${words} `}{} % of ${unit.slice('percent of '.length)}`
      : unit.startsWith('share of ')
        ? `${words} {%} of ${unit.slice('share of '.length)}`
        : `${words} {}`
  return phrase.replace('{%}', `${briefNumber(100 * value)} %`).replace('{}', briefNumber(value))
}

/** Returns `minimumTail` as `minimum tail`. */
function spaced(name: string): string {
  return name.replaceAll(
    /([a-z0-9])([A-Z])/g,
    (_, before: string, letter: string) => `${before} ${letter.toLowerCase()}`,
  )
}
