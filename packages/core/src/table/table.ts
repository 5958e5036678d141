import { cardProblems, problemsNamed, type Card } from '../card/card.js'
import type { CategoricalColumn, Dataset } from '../columns/dataset.js'
import { paramProblems } from '../params/param-problems.js'
import type { Params } from '../params/params.js'
import type { Rng } from '../random/rng.js'

/** Σ sign·cell = 0; the total comes first, with the sign −1. */
export interface Relation {
  readonly cells: Int32Array
  readonly signs: Int8Array
}

/**
 * Contributions to cells with their contributors, packed: those to cell c are from `starts[c]` to before `starts[c +
 * 1]`.
 */
export interface CellContributions {
  readonly starts: Int32Array
  /** A number of each respondent, the same in every cell and in `Table.alone`. */
  readonly respondents: Int32Array
  readonly values: Float64Array
}

/** A table of counts and sums over the cells of some dimensions, totals among them. */
export interface Table {
  /** One level a slice, one code a cell; the taxonomy says which slices a total is of. */
  readonly dimensions: readonly CategoricalColumn[]
  /** Names of the dimensions. */
  readonly names?: readonly string[] | undefined
  /** Contributors of each cell; −1 where nobody says how many. */
  readonly counts: Int32Array
  /** Value of each cell. */
  readonly values: Float64Array
  /** The `top` largest contributions to each cell, largest first, one cell after the other; 0 where a cell has fewer. */
  readonly largest?: Float64Array | undefined
  /** Number of contributions to each cell in `largest`; 2 by default. */
  readonly top?: number | undefined
  /** Σ|contribution| of each cell, where contributions may be negative. */
  readonly magnitudes?: Float64Array | undefined
  readonly equations: readonly Relation[]
  /** Status of each cell in the file itself, by `givenStatuses`; 0 if the file gives none. */
  readonly given?: Uint8Array | undefined
  /** Cost of suppressing each cell, if it is neither its value nor its count. */
  readonly costs?: Float64Array | undefined
  /** Range of each cell that everybody knows before publication; by default not below 0. */
  readonly known?: { readonly low: Float64Array; readonly high: Float64Array } | undefined
  /** The sum of the keys of a cell's records, from 0 to below 1, for the cell-key method. */
  readonly keys?: Float64Array | undefined
  /** Number of the respondent who is alone in a cell, the same in every cell; −1 if there is none. */
  readonly alone?: Int32Array | undefined
  /** Contributions to inner cells of respondents who are in several, or of all: unions and own contributions are judged by them. */
  readonly contributions?: CellContributions | undefined
  /** Names of the respondents, by their numbers; for messages and waivers. */
  readonly respondents?: readonly string[] | undefined
  /** Numbers of respondents who agree that what they alone contribute may be computed. */
  readonly waivers?: Int32Array | undefined
  /** The levels that the file itself asks of its primary cells; NaN where it asks for none. */
  readonly givenLevels?: { readonly lower: Float64Array; readonly upper: Float64Array } | undefined
}

/**
 * Statuses that a table may give a cell, by the code in `Table.given`: sensitive; must be published; must be
 * suppressed; never sensitive, whatever the rules say; known to everybody to be empty.
 */
export const givenStatuses = ['', 'primary', 'fixed', 'must', 'safe', 'zero'] as const

/** Published status of a cell, by the code in `TableResult.status`. */
export const cellStatuses = ['published', 'primary', 'secondary'] as const

/**
 * Sensitive cells with their protection levels. A reader's interval must begin at or below `value − lower`, end at or
 * above `value + upper`, and be at least `width` wide.
 */
export interface Sensitivity {
  /** 1 where a cell is sensitive. */
  readonly status: Uint8Array
  readonly lower: Float64Array
  readonly upper: Float64Array
  /** The sliding level; 0 where none is asked for. */
  readonly width: Float64Array
  /** The rules that found them, by which what remains of a cell, and cells together, are judged again. */
  readonly rules?: readonly SensitivityRule[] | undefined
}

/** Contributions as a rule judges them. */
export interface Contributions {
  /** Σ of all of them. */
  readonly total: number
  /** Number of contributors; −1 if unknown. */
  readonly count: number
  /** The largest, the largest first: all of them, or as many as are known. */
  readonly largest: ArrayLike<number>
}

/**
 * Protection level that a rule requires for some contributions, 0 if they are safe. `union`: several cells together,
 * seen by their contributors, as the rule sees a cell. `remainder`: the rest of a cell after a respondent has
 * subtracted their own part, seen by an outsider who knows none of the remaining contributions.
 */
export type LevelOf = (contributions: Contributions, as: 'union' | 'remainder') => number

/** One of the rules that found the sensitive cells. */
export interface SensitivityRule {
  /** As it is written: `p=15%`. */
  readonly name: string
  /** 1 for the cells that it finds sensitive. */
  readonly status: Uint8Array
  /** Undefined where it says nothing of contributions. */
  readonly levelOf?: LevelOf | undefined
}

/**
 * A table that agrees with all that is published, as its differences from the true one: a reader cannot exclude it. Σ sign·d
 * = 0 in every relation, and every cell stays within its bounds.
 */
export interface Witness {
  /** The suppressed cells that differ. */
  readonly cells: Int32Array
  readonly differences: Float64Array
}

export interface TableInput<P> {
  readonly table: Table
  readonly params: P
  readonly rng: Rng
  /** Sensitivities from the rules, for a step that protects or audits; undefined for a rule. */
  readonly sensitive?: Sensitivity | undefined
  /**
   * Status of each cell (`cellStatuses`), for an audit and for rounding after suppression; by default nothing is
   * suppressed.
   */
  readonly pattern?: Uint8Array | undefined
  /**
   * Tables that readers cannot exclude according to the protection, for an audit: it checks the sums of each before it
   * relies on it.
   */
  readonly witnesses?: readonly Witness[] | undefined
  /** Reports progress; throws where the run was stopped from outside. */
  tick(fraction: number): void
}

/** Status of each cell. */
export interface TableResult {
  /** 0 shown, 1 suppressed because it is sensitive (primary), 2 suppressed to protect another (secondary). */
  readonly status: Uint8Array
  /**
   * From a rule: protection levels of each sensitive cell; 0 elsewhere. Without them, only the value itself must remain
   * unknown.
   */
  readonly levels?: Pick<Sensitivity, 'lower' | 'upper' | 'width'> | undefined
  /** From a rule on contributions: the levels it requires for any others. */
  readonly levelOf?: LevelOf | undefined
  /** The cells' values where they are rounded or perturbed. */
  readonly values?: Float64Array | undefined
  /** Interval of every cell's true value that a reader can compute. */
  readonly intervals?: { readonly low: Float64Array; readonly high: Float64Array } | undefined
  /** The table that takes this one's place, where its slices were merged; `status` is of this one's cells all the same. */
  readonly table?: Table | undefined
  /**
   * From a suppression: tables that show that the levels of its sensitive cells are kept; they make an audit faster.
   */
  readonly witnesses?: readonly Witness[] | undefined
  readonly report?: ReadonlyMap<string, Dataset | number> | undefined
  /** Sentences that its user must read. */
  readonly warnings?: readonly string[] | undefined
}

/** Ways to protect a table: it hides cells, changes values (to multiples, or by noise), or merges slices. */
const protections = ['suppression', 'rounding', 'perturbation', 'recoding'] as const

/** Finds the sensitive cells of a table, protects them, or audits what was protected. */
export interface TableMethod<P = unknown> extends Card {
  readonly step: 'sensitivity' | 'protection' | 'audit'
  /** Required of a protection, and of no other step: the way it protects. The conformance suite checks the result for it. */
  readonly protectsBy?: (typeof protections)[number] | undefined
  /** From a protection: true if the shown values still add up. The conformance suite tests it. */
  readonly additive?: boolean | undefined
  /** Form on a command line: `name=VALUE,VALUE`, the values of these parameters in this order, as in `p=15%`. */
  readonly short?: { readonly name: string; readonly params: readonly string[] } | undefined
  readonly params: Params<P>
  protect(input: TableInput<P>): TableResult | Promise<TableResult>
}

/** Checks nothing at run time (the registry does); gives `protect` the types of `params`. */
export function defineTableMethod<P>(method: TableMethod<P>): TableMethod<P> {
  return method
}

/** Lists the problems in the form of a table method; empty if there are none. */
export function tableProblems(method: Partial<TableMethod>): string[] {
  if (typeof method !== 'object' || method === null)
    return ['a table method is not an object made by defineTableMethod']
  const problems = [...cardProblems(method), ...paramProblems(method.params)]
  if (!['sensitivity', 'protection', 'audit'].includes(method.step ?? ''))
    problems.push(`step is ${String(method.step)}, not sensitivity, protection or audit`)
  const { step, protectsBy } = method
  if (step === 'protection' && !protections.some((one) => one === protectsBy))
    problems.push(`protectsBy of a protection is ${String(protectsBy)}, not one of ${protections.join(', ')}`)
  if (step !== 'protection' && protectsBy !== undefined) problems.push('protectsBy is for protections only')
  if (method.additive !== undefined && typeof method.additive !== 'boolean')
    problems.push('additive is not true or false')
  problems.push(...shortProblems(method))
  if (typeof method.protect !== 'function') problems.push('protect is not a function')
  return problemsNamed(method.id, problems)
}

function shortProblems({ short, params }: Partial<TableMethod>): string[] {
  if (short === undefined) return []
  if (typeof short?.name !== 'string' || !/^[a-z][a-z0-9-]*$/.test(short.name) || !Array.isArray(short.params))
    return ['short is not of the form { name, params }, the name in lower case']
  const known = Object.keys((params as { readonly shape?: object } | undefined)?.shape ?? {})
  return short.params
    .filter((name) => !known.includes(name))
    .map((name) => `short names ${JSON.stringify(name)}, which is not one of its parameters`)
}
