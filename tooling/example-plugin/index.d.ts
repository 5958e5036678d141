import type { MaskingMethod, Metric, Plugin } from '@sdc/core'

export const randomRound: MaskingMethod<{ base: number }>
export const meanShift: Metric<Record<string, never>>
declare const plugin: Plugin
export default plugin
