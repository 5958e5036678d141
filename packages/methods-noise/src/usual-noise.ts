import type { UsualCandidate } from '@sdc/core'
import { additiveMethod } from './additive.js'
import { correlatedMethod } from './correlated.js'
import { multiplicativeMethod } from './multiplicative.js'

const reverseMapping = { use: 'reverse-map/rank' }

/** Usual candidates that add noise to numbers. */
export const usualNoise: readonly UsualCandidate[] = [
  ...[0.1, 0.5].flatMap((relativeVariance): UsualCandidate[] => {
    const noise = { use: additiveMethod.id, params: { relativeVariance } }
    return [
      { of: 'numbers', steps: [noise] },
      { of: 'numbers', steps: [noise, reverseMapping] },
    ]
  }),
  { of: 'numbers', steps: [{ use: correlatedMethod.id, params: { relativeVariance: 0.5 } }] },
  { of: 'numbers', steps: [{ use: correlatedMethod.id, params: { relativeVariance: 0.5 } }, reverseMapping] },
  {
    of: 'numbers',
    steps: [{ use: correlatedMethod.id, params: { relativeVariance: 1 } }, reverseMapping],
    conditioned: true,
  },
  { of: 'numbers', steps: [{ use: multiplicativeMethod.id, params: { halfWidth: 0.5 } }, reverseMapping] },
]
