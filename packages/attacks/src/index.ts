import { literature, definePlugin, type Plugin } from '@sdc/core'
import { repeatedReleaseAttack } from './repeated-release/repeated-release-attack.js'
import { name, version } from '../package.json'
import { boundsAttack } from './bounds/bounds-attack.js'
import { camouflageAttack } from './camouflage/camouflage-attack.js'
import { exactAggregatesAttack } from './exact-aggregates/exact-aggregates-attack.js'
import { exactMomentsAttack } from './exact-moments/exact-moments-attack.js'
import { inversionAttack } from './inversion-attack.js'
import { largestAttack } from './largest/largest-attack.js'
import { knownPeopleAttack } from './known-people/known-people-attack.js'
import { lowBitsAttack } from './low-bits-attack.js'

export { /** @public */ boundsAttack, /** @public */ type BoundsAttackParams } from './bounds/bounds-attack.js'
export {
  /** @public */ camouflageAttack,
  /** @public */ type CamouflageAttackParams,
} from './camouflage/camouflage-attack.js'
export {
  /** @public */ exactAggregatesAttack,
  /** @public */ type ExactAggregatesAttackParams,
} from './exact-aggregates/exact-aggregates-attack.js'
export {
  /** @public */ exactMomentsAttack,
  /** @public */ type ExactMomentsAttackParams,
} from './exact-moments/exact-moments-attack.js'
export { invert, type Inversion } from './inversion.js'
export { /** @public */ inversionAttack, /** @public */ type InversionAttackParams } from './inversion-attack.js'
export {
  /** @public */ knownPeopleAttack,
  /** @public */ type KnownPeopleAttackParams,
} from './known-people/known-people-attack.js'
export { /** @public */ largestAttack, /** @public */ type LargestAttackParams } from './largest/largest-attack.js'
export { publishedFunction, type PublishedFunction } from './inversion-functions.js'
export { /** @public */ lowBitsAttack, /** @public */ type LowBitsParams } from './low-bits-attack.js'
export {
  /** @public */ repeatedReleaseAttack,
  /** @public */ type RepeatedReleaseAttackParams,
} from './repeated-release/repeated-release-attack.js'

const plugin: Plugin = definePlugin({
  name,
  version,
  sdc: '^1',
  references: literature,
  attacks: [
    boundsAttack,
    camouflageAttack,
    exactAggregatesAttack,
    exactMomentsAttack,
    inversionAttack,
    knownPeopleAttack,
    largestAttack,
    lowBitsAttack,
    repeatedReleaseAttack,
  ],
})

export default plugin
