import { describeConformance } from '@sdc/testing/conformance'
import metrics from '@sdc/metrics'
import permutation from '@sdc/permutation'
import plugin from './index.js'

describeConformance(plugin, [metrics, permutation])
