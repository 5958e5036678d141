import { definePlugin, literature, type Plugin } from '@sdc/core'
import { franconiStanderMethod } from './sblm/franconi-stander.js'
import { gadpCiMethod } from './gadp/gadp-ci.js'
import { gadpMethod } from './gadp/gadp.js'
import { ipsoAMethod } from './ipso/ipso-a.js'
import { ipsoBMethod } from './ipso/ipso-b.js'
import { ipsoCMethod } from './ipso/ipso-c.js'
import { rommMethod } from './sblm/romm.js'
import { sblmMethod } from './sblm/sblm.js'
import { name, version } from '../package.json'
import { multipleImputationMethod } from './imputation/multiple-imputation.js'

export { conditionalModel, type ConditionalModel } from './shared/conditional-model.js'
export { franconiStanderMethod, type FranconiStanderParams } from './sblm/franconi-stander.js'
export { shiftTails, shrinkTails } from './sblm/tails.js'
export { gadpMethod, type GadpParams } from './gadp/gadp.js'
export { gadpCiMethod, type GadpCiParams } from './gadp/gadp-ci.js'
export { ipsoAMethod, type IpsoAParams } from './ipso/ipso-a.js'
export { ipsoBMethod, type IpsoBParams } from './ipso/ipso-b.js'
export { ipsoCMethod, type IpsoCParams } from './ipso/ipso-c.js'
export { drawImputation, fitImputation, type ImputationModel } from './imputation/imputation-model.js'
export { multipleImputationMethod, type MultipleImputationParams } from './imputation/multiple-imputation.js'
export { rommMethod, type RommParams } from './sblm/romm.js'
export { sblmMethod, type SblmParams } from './sblm/sblm.js'

const plugin: Plugin = definePlugin({
  name,
  version,
  sdc: '^1',
  references: literature,
  defaults: {
    candidates: [
      ...[0, 0.5].map((similarity) => ({
        of: 'numbers' as const,
        steps: [{ use: sblmMethod.id, params: { similarity } }, { use: 'reverse-map/rank' }],
        conditioned: true,
      })),
      { of: 'numbers', steps: [{ use: sblmMethod.id, params: { similarity: 0 } }], conditioned: true },
      { of: 'numbers', steps: [{ use: franconiStanderMethod.id, params: { shrink: 1 } }] },
    ],
  },
  methods: [
    gadpMethod,
    gadpCiMethod,
    sblmMethod,
    ipsoAMethod,
    ipsoBMethod,
    ipsoCMethod,
    rommMethod,
    multipleImputationMethod,
    franconiStanderMethod,
  ],
})

export default plugin
