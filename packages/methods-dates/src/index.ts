import { definePlugin, literature, type Plugin } from '@sdc/core'
import { name, version } from '../package.json'
import { shiftMethod } from './shift.js'

export { /** @public */ drawShift, shiftMethod, type ShiftParams } from './shift.js'

const plugin: Plugin = definePlugin({ name, version, sdc: '^1', references: literature, methods: [shiftMethod] })

export default plugin
