import type { CriterionState, PublicUse } from './report-types.js'

/** Signs as pictures, since fonts lack letters for them: each of a shape of its own, and beside a word that says the same. */
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

/** The picture of a sign, in the colour of the letters beside it. */
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
  // No praise, and no sign of it: a level is no limit that anybody set.
  'not high': ['dash', 'level'],
}

const uses: Readonly<Record<PublicUse['use'], readonly [sign: Sign, look: string]>> = {
  exact: ['tick', 'ok'],
  'with care': ['diamond', 'care'],
  never: ['cross', 'bad'],
}

/** A state by word and sign. */
export function stateHtml(state: CriterionState): string {
  return marked(state, states[state])
}

/** The class of a state's colour. */
export function lookOfState(state: CriterionState): string {
  return states[state][1]
}

/** What may be done by word and sign. */
export function useHtml(use: PublicUse['use']): string {
  return marked(use, uses[use])
}

function marked(word: string, [name, look]: readonly [Sign, string]): string {
  return `<span class="${look}">${sign(name)}${word}</span>`
}
