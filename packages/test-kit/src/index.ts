export type { Check } from './shared/check.js'
export { checkMethod } from './method/check-method.js'
export { checkMetric } from './metric/check-metric.js'
export { checkPlugin } from './plugin/check-plugin.js'
