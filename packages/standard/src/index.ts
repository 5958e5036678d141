import type { Plugins } from '@sdc/core'
import services from '@sdc/services'
import tabular from '@sdc/tabular'
import type { StandardIds } from './ids.js'
import masking from './masking.js'

export type { AttackId, MethodId, MetricId, ServiceId, StandardIds, TableId } from './ids.js'

/** Every plugin of the project: `createRegistry().use(standard).freeze()`. */
const standard: Plugins<StandardIds> = [...masking, services, tabular]

export default standard
