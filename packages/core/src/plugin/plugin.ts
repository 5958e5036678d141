import type { Attack } from '../attack/attack.js'
import type { References } from '../card/references.js'
import type { MaskingMethod } from '../method/method.js'
import type { Metric } from '../metric/metric.js'
import type { QueryMethod } from '../service/service.js'
import type { TableMethod } from '../table/table.js'

/** The version of the contract that this package implements; a plugin names it by `sdc: '^1'`. */
export const contractVersion = '1.0.0'

/** The sorts of things a plugin can bring. */
export interface Catalogue {
  readonly methods: MaskingMethod
  readonly metrics: Metric
  readonly services: QueryMethod
  readonly tables: TableMethod
  readonly attacks: Attack
}

export type Sort = keyof Catalogue

/** The metrics of a risk–utility map, by their ids. */
export interface AxisNames {
  readonly risk: string
  readonly loss: string
}

/** What is used where nobody says otherwise. */
export interface Defaults {
  /** The axes of a comparison, by the kinds of the columns that are masked. */
  readonly axes?: Partial<Readonly<Record<'numeric' | 'categorical' | 'mixed', AxisNames>>>
  /** Lists of metrics to measure, by names such as `papers`. */
  readonly profiles?: Readonly<Record<string, readonly string[]>>
  /** The post-masking step that candidates are tried with and without. */
  readonly postMasking?: string
  /** The step that a search tries after that one: it brings relations between columns back. */
  readonly improving?: string
}

/** Pure data, a package's default export, with no side effect on import. */
export type Plugin = {
  /** Its import specifier, so that a worker can load it. */
  readonly name: string
  readonly version: string
  /** The range of contract versions it works with: `^1`. */
  readonly sdc: string
  /** Of several plugins the later ones count. */
  readonly defaults?: Defaults
  /** The publications that its sources name by key; `literature` has those of this project. */
  readonly references?: References
} & { readonly [K in Sort]?: readonly Catalogue[K][] }

/** What the types know of the ids that plugins register: a union for each sort. */
export type Ids = { readonly [K in Sort]: string }

declare const knownIds: unique symbol

/** Plugins, with their ids where the types know these: an id that is none is then an error of the type checker. */
export type Plugins<I extends Ids = Ids> = readonly Plugin[] & { readonly [knownIds]?: I }

/** Gives a plugin its type; the registry checks it. */
export function definePlugin(plugin: Plugin): Plugin {
  return plugin
}
