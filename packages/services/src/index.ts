import { definePlugin, literature, type Plugin, type QueryMethod } from '@sdc/core'
import { name, version } from '../package.json'
import { camouflageService } from './camouflage.js'

export { camouflageService, /** @public */ type CamouflageParams } from './camouflage.js'

const plugin: Plugin = definePlugin({
  name,
  version,
  sdc: '^1',
  references: literature,
  services: [camouflageService as QueryMethod],
})

export default plugin
