import type { Plugins } from '@sdc/core'
import attacks from '@sdc/attacks'
import services from '@sdc/services'
import tabular from '@sdc/tabular'
import type { StandardIds } from './ids.js'
import records from './records.js'

export type { AttackId, MethodId, MetricId, ServiceId, StandardIds, TableId } from './ids.js'

/** Every plugin of the project: `createRegistry().use(standard).freeze()`. */
const standard: Plugins<StandardIds> = [...records, attacks, services, tabular]

export default standard
