import { definePlugin, literature, type Plugin } from '@sdc/core'
import { name, version } from '../package.json'
import { permuteMethod } from './permute/permute.js'

const plugin: Plugin = definePlugin({
  name,
  version,
  sdc: '^2',
  references: literature,
  methods: [permuteMethod],
  defaults: { improving: 'optimize/permute' },
})

export default plugin

export * from './search/index.js'
