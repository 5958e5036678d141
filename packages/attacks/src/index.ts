import { literature, definePlugin, type Plugin } from '@sdc/core'
import { name, version } from '../package.json'
import { inversionAttack } from './inversion-attack.js'
import { lowBitsAttack } from './low-bits-attack.js'

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

const plugin: Plugin = definePlugin({
  name,
  version,
  sdc: '^2',
  references: literature,
  attacks: [inversionAttack, lowBitsAttack],
})

export default plugin
