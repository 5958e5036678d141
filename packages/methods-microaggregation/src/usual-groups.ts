import type { UsualCandidate } from '@sdc/core'
import { categoricalMethod } from './categorical/categorical.js'
import { mdavMethod } from './mdav/mdav.js'
import { individualRankingMethod } from './univariate/individual-ranking.js'

/** Usual candidates that make records equal on their keys, or on their numbers. */
export const usualGroups: readonly UsualCandidate[] = [
  ...[3, 5, 10].map((k): UsualCandidate => ({
    of: 'keys',
    steps: [{ use: categoricalMethod.id, params: { k } }],
    manyLevels: 'none',
  })),
  ...[3, 5].map((k): UsualCandidate => ({ of: 'numbers', steps: [{ use: mdavMethod.id, params: { k } }] })),
  ...[10, 25].map((k): UsualCandidate => ({
    of: 'numbers',
    steps: [{ use: mdavMethod.id, params: { k } }],
    conditioned: true,
  })),
  {
    of: 'numbers',
    steps: [{ use: mdavMethod.id, params: { k: 25 } }, { use: 'reverse-map/rank' }],
    conditioned: true,
  },
  { of: 'numbers', steps: [{ use: individualRankingMethod.id, params: { k: 10 } }] },
]
