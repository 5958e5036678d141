import { definePlugin, type Plugin } from '@sdc/core'
import { name, version } from '../package.json'
import { multipleImputation } from './multiple-imputation.js'

const plugin: Plugin = definePlugin({ name, version, sdc: '^1', methods: [multipleImputation] })

export { multipleImputation, type MultipleImputationParams } from './multiple-imputation.js'

export default plugin
