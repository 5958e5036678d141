import { definePlugin, literature, type Plugin } from '@sdc/core'
import { name, version } from '../package.json'
import { usualRecodings } from './usual-recodings.js'
import { kAnonymousRecodeMethod } from './k-anonymous-recode.js'
import { globalRecodeMethod } from './global-recode/global-recode.js'
import { localSuppressionMethod } from './local-suppression/local-suppression.js'
import { roundingMethod } from './rounding/rounding.js'
import { samplingMethod } from './sampling/sampling.js'
import { topBottomMethod } from './top-bottom.js'

export { kAnonymousRecodeMethod } from './k-anonymous-recode.js'
export type { KAnonymousRecodeParams } from './k-anonymous/method/recode-params.js'
export { recodeLocally, type LocalProblem } from './k-anonymous/local/recode-locally.js'
export { searchLattice, type SearchResult } from './k-anonymous/search/search-lattice.js'
export type { RecodingProblem } from './k-anonymous/classes/problem.js'
export { globalRecodeMethod, type GlobalRecodeParams } from './global-recode/global-recode.js'
export { computedBreaks, type BreakMethod } from './global-recode/computed-breaks.js'
export {
  classesOf,
  classMeans,
  intervalLabels,
  midpoints,
  type ClassMeans,
  type Intervals,
} from './global-recode/intervals.js'
export { localSuppressionMethod, type LocalSuppressionParams } from './local-suppression/local-suppression.js'
export { suppress, type Suppressed, type SuppressOptions } from './local-suppression/suppress.js'
export type { Suppression, SuppressionProblem } from './local-suppression/problem/problem.js'
export { roundingMethod, type RoundingParams } from './rounding/rounding.js'
export { pointGrid, roundAtRandom, roundToGrid, type RoundingGrid } from './rounding/rounding-grid.js'
export { nearestVectors, type NearestVectors } from './rounding/nearest-vectors.js'
export { baseFromSpread } from './rounding/rounding-base.js'
export { bernoulliSample, simpleSample, stratifiedSample } from './sampling/sample-records.js'
export { samplingMethod, type SamplingParams } from './sampling/sampling.js'
export { topBottomMethod, type TopBottomParams } from './top-bottom.js'
export { codeTails, percentThresholds, type CodedTails, type TailReplacement, type Thresholds } from './tails.js'

const plugin: Plugin = definePlugin({
  name,
  version,
  sdc: '^1',
  references: literature,
  defaults: {
    recoding: globalRecodeMethod.id,
    topCoding: { use: topBottomMethod.id, where: 'risk/largest' },
    candidates: usualRecodings,
  },
  methods: [
    globalRecodeMethod,
    kAnonymousRecodeMethod,
    localSuppressionMethod,
    roundingMethod,
    topBottomMethod,
    samplingMethod,
  ],
})

export default plugin
