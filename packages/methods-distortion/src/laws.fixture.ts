import { seededRng } from '@sdc/core'
import {
  chiSquaredDistribution,
  exponentialDistribution,
  gammaDistribution,
  logNormalDistribution,
  normalDistribution,
  poissonDistribution,
  triangularDistribution,
  uniformDistribution,
  weibullDistribution,
  type Distribution,
} from '@sdc/stats/distributions'

export const laws: readonly Distribution[] = [
  normalDistribution(50, 8),
  logNormalDistribution(3, 0.8),
  exponentialDistribution(20),
  gammaDistribution(3, 5),
  weibullDistribution(2.2, 10),
  uniformDistribution(10, 40),
  triangularDistribution(0, 8, 20),
  chiSquaredDistribution(7),
  poissonDistribution(6),
]
export const plain = { bootstrap: 0, minimumP: 0 }
export const cases: readonly (readonly [Distribution['name'], Distribution])[] = laws.map(
  (law) => [law.name, law] as const,
)
export const rng = seededRng('families')
