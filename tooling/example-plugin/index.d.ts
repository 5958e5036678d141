import type { MaskingMethod, Metric, Plugin, Rng } from '@sdc/core'

export const neighbourExchange: MaskingMethod<{ times: number }>
export const medianShift: Metric<Record<string, never>>
export function exchangeNeighbours(values: Float64Array, times: number, rng: Rng): Float64Array
declare const plugin: Plugin
export default plugin
