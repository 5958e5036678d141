import type { LevelOf, Table } from '@sdc/core'
import type { AppliedTable } from '@sdc/engine'
import type { ReasonKind, TableView } from './table-view.js'

/** Letter codes for the reasons of suppression in data exchange. */
export const reasonCodes = ['sdmx', 'eurostat'] as const

export type ReasonCodes = (typeof reasonCodes)[number]

/** Figures of a sensitive cell; null if unknown. */
export interface CellFigures {
  /** Number of contributors. */
  readonly contributors: number | null
  /** x₁/X. */
  readonly largest: number | null
  /** (X − x₁ − x₂)/x₁. */
  readonly rest: number | null
}

/** Rule of a cell with status primary in the table. */
const GIVEN = 'given'

/** Returns the kind of reason that a rule finds. */
export function reasonKind({ method, params }: AppliedTable): ReasonKind {
  if (method.id === 'tabular/minimum-frequency') return 'few'
  if (method.id !== 'tabular/dominance') return 'other'
  const { n } = params as { readonly n: number }
  return n === 1 ? 'one' : n === 2 ? 'two' : 'other'
}

/** Returns every rule that a sensitive cell breaks, in short notation; `given` if the table calls it primary. */
export function rulesOf({ rules, sensitive, table }: TableView, cell: number): string[] {
  if (sensitive.status[cell] !== 1) return []
  const broken = rules.filter(({ status }) => status[cell] === 1).map(({ name }) => name)
  return table.given?.[cell] === 1 ? [...broken, GIVEN] : broken
}

/**
 * Returns the letter for the status of a cell in data exchange. SDMX: A small count, O one dominates, T two, G one or
 * two, M other, D secondary; Eurostat: A too few, B one dominates, C two, D secondary. The first of several reasons in
 * this order is returned. For Eurostat, which has no other reason, one dominates if the rule demands a level against
 * outsiders, who know no contribution. A cell that is primary only by status keeps that word.
 *
 * @param view - The table.
 * @param cell - The cell.
 * @param codes - Set of letters.
 * @returns The letter; empty if the cell is published.
 */
export function reasonCode({ rules, status, table }: TableView, cell: number, codes: ReasonCodes): string {
  if (status[cell] !== 1) return status[cell] === 0 ? '' : 'D'
  const broken = rules.filter((rule) => rule.status[cell] === 1)
  const is = (kind: ReasonKind): boolean => broken.some((rule) => rule.kind === kind)
  if (is('few')) return 'A'
  if (codes === 'sdmx') return is('one') ? (is('two') ? 'G' : 'O') : is('two') ? 'T' : 'M'
  if (is('one')) return 'B'
  if (is('two')) return 'C'
  if (broken.length === 0) return 'primary'
  return broken.some(({ levelOf }) => (levelOf?.(contributionsTo(table, cell), 'remainder') ?? 0) > 0) ? 'B' : 'C'
}

function contributionsTo({ values, counts, largest, top = 2 }: Table, cell: number): Parameters<LevelOf>[0] {
  const own = largest?.subarray(top * cell, top * cell + top) ?? []
  return { total: values[cell], count: counts[cell], largest: own }
}

/**
 * Returns the number of contributors of a cell, and the shares of the largest ones.
 *
 * @param table - The table.
 * @param cell - The cell.
 * @returns Figures for the internal version.
 */
export function cellFigures({ values, counts, magnitudes, largest, top = 2 }: Table, cell: number): CellFigures {
  const X = magnitudes?.[cell] ?? Math.abs(values[cell])
  const at = (j: number): number => (j < top ? Math.abs(largest?.[top * cell + j] ?? 0) : 0)
  const known = largest !== undefined && at(0) > 0 && X > 0
  return {
    contributors: counts[cell] < 0 ? null : counts[cell],
    largest: known ? at(0) / X : null,
    rest: known && top > 1 ? Math.max(0, X - at(0) - at(1)) / at(0) : null,
  }
}
