import { definePlugin, type Plugin } from '@sdc/core'
import { name, version } from '../package.json'

const plugin: Plugin = definePlugin({ name, version, sdc: '^1', methods: [] })

export default plugin
