import { definePlugin, literature, type Plugin } from '@sdc/core'
import { name, version } from '../package.json'

const plugin: Plugin = definePlugin({
  name,
  version,
  sdc: '^2',
  references: literature,
  methods: [],
})

export default plugin

export * from './search/index.js'
