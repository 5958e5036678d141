import type { Plugins } from '@sdc/core'
import attacks from '@sdc/attacks'
import methodsCategorical from '@sdc/methods-categorical'
import methodsCoding from '@sdc/methods-coding'
import methodsCopula from '@sdc/methods-copula'
import methodsDistortion from '@sdc/methods-distortion'
import methodsLinear from '@sdc/methods-linear'
import methodsMicroaggregation from '@sdc/methods-microaggregation'
import methodsNoise from '@sdc/methods-noise'
import methodsSwapping from '@sdc/methods-swapping'
import metrics from '@sdc/metrics'
import optimize from '@sdc/optimize'
import permutation from '@sdc/permutation'
import reverseMap from '@sdc/reverse-map'
import services from '@sdc/services'
import tabular from '@sdc/tabular'
import type { StandardIds } from './ids.js'

export type { AttackId, MethodId, MetricId, ServiceId, StandardIds, TableId } from './ids.js'

/** Every plugin of the project: `createRegistry().use(standard).freeze()`. */
const standard: Plugins<StandardIds> = [
  methodsNoise,
  methodsMicroaggregation,
  methodsSwapping,
  methodsLinear,
  methodsCopula,
  methodsCoding,
  methodsCategorical,
  methodsDistortion,
  reverseMap,
  optimize,
  permutation,
  metrics,
  attacks,
  services,
  tabular,
]

export default standard
