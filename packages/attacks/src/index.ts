import { literature, definePlugin, type Plugin } from '@sdc/core'
import { repeatedReleaseAttack } from './repeated-release/repeated-release-attack.js'
import { name, version } from '../package.json'
import { camouflageAttack } from './camouflage/camouflage-attack.js'
import { exactAggregatesAttack } from './exact-aggregates/exact-aggregates-attack.js'
import { exactMomentsAttack } from './exact-moments/exact-moments-attack.js'
import { inversionAttack } from './inversion-attack.js'
import { lowBitsAttack } from './low-bits-attack.js'

export { camouflageAttack, type CamouflageAttackParams } from './camouflage/camouflage-attack.js'
export { mixingWeights } from './camouflage/mixing-weights.js'
export { recoverVectors, type RecoveredVectors } from './camouflage/recover-vectors.js'
export { sumOracle, type AskSum, type SumOracle } from './camouflage/sum-oracle.js'
export { assignmentsLeft, type AssignmentProblem, type AssignmentsLeft } from './exact-aggregates/assignments-left.js'
export { exactAggregatesAttack, type ExactAggregatesAttackParams } from './exact-aggregates/exact-aggregates-attack.js'
export { exactMomentsAttack, type ExactMomentsAttackParams } from './exact-moments/exact-moments-attack.js'
export {
  solveExactMoments,
  type ExactMomentsOptions,
  type SolvedColumn,
  type SolvedGroup,
} from './exact-moments/exact-moments.js'
export { type GroupRecords } from './exact-moments/group-records.js'
export { invert, type Inversion, type InversionOptions } from './inversion.js'
export { inversionAttack, type InversionAttackParams } from './inversion-attack.js'
export {
  publishedFunction,
  type LinearFunction,
  type PublishedFunction,
  type RoundingFunction,
  type TableFunction,
} from './inversion-functions.js'
export { lowBitsAttack, type LowBitsParams } from './low-bits-attack.js'
export { boundByLastBit, canBeSum, isZeroForCertain, touchedByDigits, type KnownAmounts } from './low-bits.js'
export { invertRecords, type RecordFunction, type RecordInversion } from './inversion-records.js'
export { combineCategories, combineNumbers, type CombinedReleases } from './repeated-release/combine-releases.js'
export {
  combineColumns,
  repeatedReleaseAttack,
  type RepeatedReleaseAttackParams,
} from './repeated-release/repeated-release-attack.js'

const plugin: Plugin = definePlugin({
  name,
  version,
  sdc: '^1',
  references: literature,
  attacks: [
    camouflageAttack,
    exactAggregatesAttack,
    exactMomentsAttack,
    inversionAttack,
    lowBitsAttack,
    repeatedReleaseAttack,
  ],
})

export default plugin
