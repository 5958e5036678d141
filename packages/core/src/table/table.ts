import { cardProblems, problemsNamed, type Card } from '../base/card.js'
import type { CategoricalColumn, Dataset } from '../columns/dataset.js'
import { paramProblems } from '../params/param-problems.js'
import type { Params } from '../params/params.js'
import type { Rng } from '../random/rng.js'

/** A table of counts and sums over the cells of some dimensions, totals among them. */
export interface Table {
  /** One level a slice, one code a cell; the taxonomy says which slices a total is of. */
  readonly dimensions: readonly CategoricalColumn[]
  /** Contributors of each cell. */
  readonly counts: Int32Array
  /** Value of each cell. */
  readonly values: Float64Array
  /** The two largest contributions to each cell, one after the other, for dominance rules. */
  readonly largest?: Float64Array
  /** Σ sign·cell = 0. */
  readonly equations: readonly { readonly cells: Int32Array; readonly signs: Int8Array }[]
}

export interface TableInput<P> {
  readonly table: Table
  readonly params: P
  readonly rng: Rng
  tick(fraction: number): void
}

/** What becomes of each cell. */
export interface TableResult {
  /** 0 shown, 1 suppressed because it is sensitive (primary), 2 suppressed to protect another (secondary). */
  readonly status: Uint8Array
  /** The cells' values where they are rounded or perturbed. */
  readonly values?: Float64Array
  /** What a reader can compute of every cell. */
  readonly intervals?: { readonly low: Float64Array; readonly high: Float64Array }
  readonly report?: ReadonlyMap<string, Dataset | number>
}

/** Finds the sensitive cells of a table, protects them, or audits what was protected. */
export interface TableMethod<P = unknown> extends Card {
  readonly step: 'sensitivity' | 'protection' | 'audit'
  readonly params: Params<P>
  protect(input: TableInput<P>): TableResult | Promise<TableResult>
}

/** Checks nothing at run time (the registry does); gives `protect` the types of `params`. */
export function defineTableMethod<P>(method: TableMethod<P>): TableMethod<P> {
  return method
}

/** What is wrong with the form of a table method; an empty list where nothing is. */
export function tableProblems(method: Partial<TableMethod>): string[] {
  if (typeof method !== 'object' || method === null)
    return ['a table method is not an object made by defineTableMethod']
  const problems = [...cardProblems(method), ...paramProblems(method.params)]
  if (!['sensitivity', 'protection', 'audit'].includes(method.step ?? ''))
    problems.push(`step is ${String(method.step)}, not sensitivity, protection or audit`)
  if (typeof method.protect !== 'function') problems.push('protect is not a function')
  return problemsNamed(method.id, problems)
}
