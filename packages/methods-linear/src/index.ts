import { definePlugin, type Plugin } from '@sdc/core'
import { franconiStander } from './franconi-stander.js'
import { gadpCi } from './gadp-ci.js'
import { gadp } from './gadp.js'
import { ipsoA } from './ipso-a.js'
import { ipsoB } from './ipso-b.js'
import { ipsoC } from './ipso-c.js'
import { romm } from './romm.js'
import { sblm } from './sblm.js'
import { name, version } from '../package.json'
import { multipleImputation } from './multiple-imputation.js'

export { franconiStander, shrinkTails, type FranconiStanderParams } from './franconi-stander.js'
export { gadp, type GadpParams } from './gadp.js'
export { gadpCi, type GadpCiParams } from './gadp-ci.js'
export { ipsoA, type IpsoAParams } from './ipso-a.js'
export { ipsoB, type IpsoBParams } from './ipso-b.js'
export { ipsoC, type IpsoCParams } from './ipso-c.js'
export { multipleImputation, type MultipleImputationParams } from './multiple-imputation.js'
export { romm, type RommParams } from './romm.js'
export { sblm, type SblmParams } from './sblm.js'

const plugin: Plugin = definePlugin({
  name,
  version,
  sdc: '^1',
  methods: [gadp, gadpCi, sblm, ipsoA, ipsoB, ipsoC, romm, multipleImputation, franconiStander],
})

export default plugin
