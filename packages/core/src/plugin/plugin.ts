import type { MaskingMethod } from '../method/method.js'
import type { Metric } from '../metric/metric.js'

/** The version of the contract that this package implements; a plugin says with `sdc: '^1'` which it was written for. */
export const contractVersion = '1.0.0'

/** Pure data, a package's default export, with no side effect on import. */
export interface Plugin {
  /** Its import specifier, so that a worker can load it. */
  readonly name: string
  readonly version: string
  /** The range of contract versions it works with: `^1`. */
  readonly sdc: string
  readonly methods?: readonly MaskingMethod[]
  readonly metrics?: readonly Metric[]
}

/** Gives a plugin its type; the registry checks it. */
export function definePlugin(plugin: Plugin): Plugin {
  return plugin
}
