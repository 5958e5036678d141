export type { Check } from './check.js'
export { checkMethod } from './check-method.js'
export { checkMetric } from './check-metric.js'
export { checkPlugin } from './check-plugin.js'
