import type { CriterionState, PublicUse } from './report-types.js'

/** Signs as pictures, since fonts lack them; each has its own shape, and a word next to it with the same meaning. */
const paths = {
  tick: 'M2 6.5l3 3 5.5-7',
  cross: 'M2.5 2.5l7 7m0-7l-7 7',
  diamond: 'M6 1l5 5-5 5-5-5z',
  ring: 'M6 1.5a4.5 4.5 0 1 0 .01 0zM6 4v2.5m0 1.7v.1',
  square: 'M1.5 1.5h9v9h-9z',
  triangle: 'M6 1l5 9.5H1z',
  dash: 'M2.5 6h7',
} as const

export type Sign = keyof typeof paths

/** Returns the picture of a sign, in the colour of the text next to it. */
export function sign(name: Sign): string {
  const isFull = name === 'square' || name === 'triangle'
  return `<svg class="sign${isFull ? ' full' : ''}" viewBox="0 0 12 12" aria-hidden="true"><path d="${paths[name]}"/></svg>`
}

const states: Readonly<Record<CriterionState, readonly [sign: Sign, look: string]>> = {
  met: ['tick', 'ok'],
  excepted: ['diamond', 'care'],
  allowed: ['ring', 'care'],
  'not met': ['cross', 'bad'],
  'too close': ['triangle', 'bad'],
  high: ['triangle', 'bad'],
  // Neutral sign: a level of a metric is not a limit that anybody set.
  'not high': ['dash', 'level'],
}

const uses: Readonly<Record<PublicUse['use'], readonly [sign: Sign, look: string]>> = {
  exact: ['tick', 'ok'],
  'with care': ['diamond', 'care'],
  never: ['cross', 'bad'],
}

/** Returns a state as word and sign. */
export function stateHtml(state: CriterionState): string {
  return marked(state, states[state])
}

/** Returns the class for the colour of a state. */
export function lookOfState(state: CriterionState): string {
  return states[state][1]
}

/** Returns a permitted use as word and sign. */
export function useHtml(use: PublicUse['use']): string {
  return marked(use, uses[use])
}

function marked(word: string, [name, look]: readonly [Sign, string]): string {
  return `<span class="${look}">${sign(name)}${word}</span>`
}
