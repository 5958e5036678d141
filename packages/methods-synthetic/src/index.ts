import { definePlugin, literature, type Plugin } from '@sdc/core'
import { name, version } from '../package.json'
import { sequentialMethod } from './sequential.js'

export type { SequentialParams } from './params.js'
export { sequentialMethod } from './sequential.js'

const plugin: Plugin = definePlugin({ name, version, sdc: '^1', references: literature, methods: [sequentialMethod] })

export default plugin
