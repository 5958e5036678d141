import type { Plugins } from '@sdc/core'
import methodsCategorical from '@sdc/methods-categorical'
import methodsCoding from '@sdc/methods-coding'
import methodsCopula from '@sdc/methods-copula'
import methodsDates from '@sdc/methods-dates'
import methodsDistortion from '@sdc/methods-distortion'
import methodsIdentifiers from '@sdc/methods-identifiers'
import methodsLinear from '@sdc/methods-linear'
import methodsMicroaggregation from '@sdc/methods-microaggregation'
import methodsNoise from '@sdc/methods-noise'
import methodsSwapping from '@sdc/methods-swapping'
import methodsSynthetic from '@sdc/methods-synthetic'
import metrics from '@sdc/metrics'
import optimize from '@sdc/optimize'
import permutation from '@sdc/permutation'
import reverseMap from '@sdc/reverse-map'

/** The plugins of microdata, which mask and measure records: for a page without tables, query services and attacks. */
const records: Plugins = [
  methodsNoise,
  methodsMicroaggregation,
  methodsSwapping,
  methodsLinear,
  methodsCopula,
  methodsCoding,
  methodsCategorical,
  methodsDates,
  methodsDistortion,
  methodsIdentifiers,
  methodsSynthetic,
  reverseMap,
  optimize,
  permutation,
  metrics,
]

export default records
