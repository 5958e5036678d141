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
import type { StandardIds } from './ids.js'

/** The plugins that mask and measure files of records: without tables of aggregates and query services, which a page does not load. */
const masking: Plugins<
  Omit<StandardIds, 'services' | 'tables'> & { readonly services: never; readonly tables: never }
> = [
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
]

export default masking
