import { literature, definePlugin, type Plugin } from '@sdc/core'
import { name, version } from '../package.json'
import { inversionAttack } from './inversion-attack.js'

export { invert, type Inversion, type InversionOptions } from './inversion.js'
export { inversionAttack, type InversionAttackParams } from './inversion-attack.js'
export {
  publishedFunction,
  type LinearFunction,
  type PublishedFunction,
  type RoundingFunction,
  type TableFunction,
} from './inversion-functions.js'
export { invertRecords, type RecordFunction, type RecordInversion } from './inversion-records.js'

const plugin: Plugin = definePlugin({
  name,
  version,
  sdc: '^2',
  references: literature,
  attacks: [inversionAttack],
})

export default plugin
