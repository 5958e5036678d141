import { describeConformance } from '@sdc/testing/conformance'
import plugin from './index.js'

describeConformance(plugin)
