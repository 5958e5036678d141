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

/** What masked data are for: how candidates are ranked, and which are out. */
export interface Purpose {
  /** The metric of loss that ranks them. */
  readonly loss: string
  /** The most that a metric may have in any run, by its id: risks, and losses that nobody can bear. */
  readonly limits: Readonly<Record<string, number>>
  /** Losses of relations: who loses more than half of what independent columns lose is out. */
  readonly relations: readonly string[]
  /** The losses that `loss` is the mean of, in the order in which they are told. */
  readonly families: readonly string[]
}

/** What a comparison tries where nobody names candidates. */
export interface UsualCandidate {
  /** Which columns it masks: the keys, or the confidential columns that are numbers or categories. */
  readonly of: 'keys' | 'numbers' | 'categories'
  /** Its steps; `of` says of a step of keys that it masks only those that are numbers or categories. */
  readonly steps: readonly {
    readonly use: string
    readonly params?: Readonly<Record<string, unknown>>
    readonly of?: 'numbers' | 'categories'
  }[]
  /** Whether it is tried given the keys that tell of the values, and within groups of one of them, as well. */
  readonly conditioned?: boolean
  /**
   * Of keys, where one has very many levels: `coarser`, tried also after such keys were made coarser or left out; `none`, tried
   * only so. What says nothing is tried on all keys as they are.
   */
  readonly manyLevels?: 'coarser' | 'none'
  /** Whether it is of numbers of which one column has at least 30 % zeros only. */
  readonly sparse?: boolean
  /** Whether it is of files with confidential categories only. */
  readonly sensitive?: boolean
}

/** What is used where nobody says otherwise. */
export interface Defaults {
  /** What data are masked for, by name: `statistics`, `records`, `tables`. */
  readonly purposes?: Readonly<Record<string, Purpose>>
  /** The metric on the risk axis of a comparison by purpose: of files with quasi-identifiers, and of others. */
  readonly risk?: { readonly keys: string; readonly values: string }
  /** What a comparison tries; those of all plugins together. */
  readonly candidates?: readonly UsualCandidate[]
  /** The method that gives the greatest values of a column their mean, with the parameters of coding/top-bottom, and the metric whose columns above 0 need it. */
  readonly topCoding?: { readonly use: string; readonly where: string }
  /** The method that makes a column coarser by the level of its hierarchy, by the parameters of coding/global-recode. */
  readonly recoding?: string
  /** The axes of a comparison, by the kinds of the columns that are masked. */
  readonly axes?: Partial<Readonly<Record<'numeric' | 'categorical' | 'mixed', AxisNames>>>
  /** Lists of metrics to measure, by names such as `papers`. */
  readonly profiles?: Readonly<Record<string, readonly string[]>>
  /** The post-masking step that candidates are tried with and without. */
  readonly postMasking?: string
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
