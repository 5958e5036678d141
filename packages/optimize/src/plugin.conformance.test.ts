import { describeConformance } from '@sdc/testing/conformance'
import metrics from '@sdc/metrics'
import plugin from './index.js'

describeConformance(plugin, [metrics])
