import type { UsualCandidate } from '@sdc/core'
import { kAnonymousRecodeMethod } from './k-anonymous-recode.js'
import { localSuppressionMethod } from './local-suppression/local-suppression.js'
import { roundingMethod } from './rounding/rounding.js'

const recode = kAnonymousRecodeMethod.id

/** Usual candidates that recode or suppress keys, or round values. */
export const usualRecodings: readonly UsualCandidate[] = [
  ...[3, 5, 10].map((k): UsualCandidate => ({
    of: 'keys',
    steps: [{ use: recode, params: { k, local: 'iterate' } }],
    manyLevels: 'coarser',
  })),
  ...[3, 5].map((k): UsualCandidate => ({
    of: 'keys',
    steps: [{ use: recode, params: { k, suppressionPercent: 5, loss: 'loss' } }],
  })),
  // Diverse confidential categories, if there are some.
  ...[2, 3].map((l): UsualCandidate => ({
    of: 'keys',
    steps: [{ use: recode, params: { k: 5, l, local: 'iterate' } }],
    sensitive: true,
  })),
  ...[3, 5].map((k): UsualCandidate => ({
    of: 'keys',
    steps: [{ use: localSuppressionMethod.id, params: { k, protect: 'record' } }],
  })),
  { of: 'numbers', steps: [{ use: roundingMethod.id, params: { significantDigits: 2 } }] },
]
