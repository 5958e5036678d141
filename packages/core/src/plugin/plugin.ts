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

export const sorts: readonly Sort[] = ['methods', 'metrics', 'services', 'tables', 'attacks']

/** The metrics of a risk–utility map, by their ids. */
export interface AxisNames {
  readonly risk: string
  readonly loss: string
}

/** Purpose of masked data: ranks the candidates, and excludes some. */
export interface Purpose {
  /** `synthetic`: the candidates draw new records with all columns at once. By default they mask the records of the file. */
  readonly records?: 'synthetic'
  /** The metric on the risk axis, of files with quasi-identifiers and of others; by default that of `Defaults`. */
  readonly risk?: { readonly keys: string; readonly values: string }
  /** The metric of loss that ranks them. */
  readonly loss: string
  /** Quicker loss that ranks halves of plans alone, before the best are paired; by default `loss`. */
  readonly partLoss?: string
  /** Limits for every run, by metric id: on risks, and on losses that are unacceptable. */
  readonly limits: Readonly<Record<string, number>>
  /** Losses of relations: a candidate that loses more than half of what independent columns lose is excluded. */
  readonly relations: readonly string[]
  /** Losses whose mean is `loss`; their order decides ties in a verdict. */
  readonly families: readonly string[]
}

/** Candidate that a comparison tries where the user names none. */
export interface UsualCandidate {
  /**
   * Columns that it masks: the quasi-identifiers, or the confidential columns that are numbers or categories. `records`: all
   * columns at once, for purposes with synthetic records alone.
   */
  readonly of: 'keys' | 'numbers' | 'categories' | 'records'
  /** Its steps; `of` restricts a step on quasi-identifiers to those that are numbers or categories. */
  readonly steps: readonly {
    readonly use: string
    readonly params?: Readonly<Record<string, unknown>>
    readonly of?: 'numbers' | 'categories'
  }[]
  /** True where it is also tried given the keys that explain the values, and within groups of one of them. */
  readonly conditioned?: boolean
  /**
   * For candidates on keys, where a key has very many levels. `coarser`: also tried after such keys were made coarser or left
   * out. `none`: tried only in that way. By default it is tried on all keys unchanged.
   */
  readonly manyLevels?: 'coarser' | 'none'
  /** True where it is tried only if one of the numeric columns has at least 30 % zeros. */
  readonly sparse?: boolean
  /** True for a candidate on keys that needs confidential categories; its steps get them as parameter `sensitive`. */
  readonly sensitive?: boolean
}

/** Defaults for settings that the user leaves out. */
export interface Defaults {
  /** Purposes of masked data by name: `statistics`, `records`, `tables`, `synthetic`. */
  readonly purposes?: Readonly<Record<string, Purpose>>
  /** The metric on the risk axis of a comparison by purpose: of files with quasi-identifiers, and of others. */
  readonly risk?: { readonly keys: string; readonly values: string }
  /** Candidates that a comparison tries; those of all plugins are combined. */
  readonly candidates?: readonly UsualCandidate[]
  /**
   * The method that replaces a column's greatest values by their mean, with the parameters of coding/top-bottom, and
   * the metric whose columns above 0 need it.
   */
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
  /** Defaults; those of later plugins take precedence. */
  readonly defaults?: Defaults
  /** The publications that its sources name by key; `literature` has those of this project. */
  readonly references?: References
} & { readonly [K in Sort]?: readonly Catalogue[K][] }

/** Ids of plugins that are known to the types: a union for each sort. */
export type Ids = { readonly [K in Sort]: string }

declare const knownIds: unique symbol

/** Plugins, with their ids where the types know these: an id that is none is then an error of the type checker. */
export type Plugins<I extends Ids = Ids> = readonly Plugin[] & { readonly [knownIds]?: I }

/** Gives a plugin its type; the registry checks it. */
export function definePlugin(plugin: Plugin): Plugin {
  return plugin
}
