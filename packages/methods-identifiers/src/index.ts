import { definePlugin, literature, type Plugin } from '@sdc/core'
import { name, version } from '../package.json'
import { pseudonymMethod } from './pseudonym.js'

export { /** @public */ pseudonymBits, /** @public */ pseudonymText, type PseudonymBits } from './pseudonym-bits.js'
export { pseudonymMethod, type PseudonymParams } from './pseudonym.js'

const plugin: Plugin = definePlugin({ name, version, sdc: '^1', references: literature, methods: [pseudonymMethod] })

export default plugin
