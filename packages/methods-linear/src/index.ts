import { definePlugin, literature, type Plugin } from '@sdc/core'
import { franconiStander } from './sblm/franconi-stander.js'
import { gadpCi } from './gadp/gadp-ci.js'
import { gadp } from './gadp/gadp.js'
import { ipsoA } from './ipso/ipso-a.js'
import { ipsoB } from './ipso/ipso-b.js'
import { ipsoC } from './ipso/ipso-c.js'
import { romm } from './sblm/romm.js'
import { sblm } from './sblm/sblm.js'
import { name, version } from '../package.json'
import { multipleImputation } from './imputation/multiple-imputation.js'

export { franconiStander, shrinkTails, type FranconiStanderParams } from './sblm/franconi-stander.js'
export { gadp, type GadpParams } from './gadp/gadp.js'
export { gadpCi, type GadpCiParams } from './gadp/gadp-ci.js'
export { ipsoA, type IpsoAParams } from './ipso/ipso-a.js'
export { ipsoB, type IpsoBParams } from './ipso/ipso-b.js'
export { ipsoC, type IpsoCParams } from './ipso/ipso-c.js'
export { multipleImputation, type MultipleImputationParams } from './imputation/multiple-imputation.js'
export { romm, type RommParams } from './sblm/romm.js'
export { sblm, type SblmParams } from './sblm/sblm.js'

const plugin: Plugin = definePlugin({
  name,
  version,
  sdc: '^2',
  references: literature,
  methods: [gadp, gadpCi, sblm, ipsoA, ipsoB, ipsoC, romm, multipleImputation, franconiStander],
})

export default plugin
