import type { Sensitivity, Table, TableResult } from '@sdc/core'
import * as z from 'zod'
import { attackParams } from '../attackers/attack-params.js'
import { costKinds, problemOf, type ProblemOptions, type Suppression, type SuppressionProblem } from './problem.js'

/** Parameters of every suppression. */
export const suppressionParams = z.object({
  cost: z.enum(costKinds).default('value').meta({
    description: 'Cost of suppressing a cell: its value, its contributors, 1, ln(1 + value), or a column of the table.',
  }),
  zeros: z.enum(['published', 'suppressible']).default('published').meta({
    description: 'Cells of value 0: published, so that everybody knows them to be 0, or suppressible like other cells.',
  }),
  ...attackParams,
})

/** Parsed `suppressionParams`. */
export type SuppressionParams = ProblemOptions

/**
 * Builds the problem of a suppression. Without a rule, the cells with the given status primary are sensitive, and only
 * their exact value is protected.
 *
 * @param table - True table.
 * @param sensitive - Sensitive cells of the rules.
 * @param params - Cost, zeros, singletons.
 * @returns The problem.
 * @throws BAD_TABLE, BAD_OPTION, as `problemOf` does
 */
export function suppressionProblem(
  table: Table,
  sensitive: Sensitivity | undefined,
  params: SuppressionParams,
): SuppressionProblem {
  const none = (): Float64Array => new Float64Array(table.values.length)
  const given = Uint8Array.from(table.values, (_, c) => Number(table.given?.[c] === 1))
  return problemOf(table, sensitive ?? { status: given, lower: none(), upper: none(), width: none() }, params)
}

/**
 * Returns a pattern with the numbers that every suppression reports: cost of the secondary cells, lower bound of the
 * cost, their distance in percent of the cost, and number of secondary cells.
 *
 * @param suppression - The pattern.
 * @param more - Further numbers of the method, and warnings.
 * @returns The result of a table method.
 */
export function suppressionResult(
  { status, cost, bound, witnesses }: Suppression,
  more: { readonly numbers?: Readonly<Record<string, number>>; readonly warnings?: readonly string[] } = {},
): TableResult {
  const gap = cost > 0 ? 100 * Math.max(0, 1 - bound / cost) : 0
  const secondary = status.reduce((sum, one) => sum + Number(one === 2), 0)
  const numbers = { cost, bound, gap, secondary, ...more.numbers }
  return {
    status,
    report: new Map(Object.entries(numbers)),
    ...(witnesses && { witnesses }),
    ...(more.warnings && more.warnings.length > 0 && { warnings: more.warnings }),
  }
}
