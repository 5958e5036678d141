import { SdcError, type Table } from '@sdc/core'
import * as z from 'zod'
import { cellName } from '../table/cell-name.js'
import { checkCounts } from '../table/check-counts.js'

/** How far both sides of a comparison may be apart and be equal, of the cell's value: decimals have been rounded to binary. */
const TOLERANCE = 1e-9

/** What every rule on contributions is told of negative ones. */
export const negativeParams = {
  negatives: z.enum(['refuse', 'absolute', 'shifted']).default('refuse').meta({
    description:
      'What becomes of negative contributions: refuse; absolute (the rule is on |x|, the value Σ|x|); shifted (shift is added to each).',
  }),
  shift: z
    .number()
    .min(0)
    .default(0)
    .meta({ description: 'With negatives=shifted: what everybody knows each contribution to be above, as −shift.' }),
}

export interface NegativeParams {
  readonly negatives: 'refuse' | 'absolute' | 'shifted'
  readonly shift: number
}

/** The contributions of the cells as a rule sees them: none below 0. */
export interface Contributions {
  /** X, the sum of all contributions to a cell. */
  total(cell: number): number
  /** The contribution at a place from 0, the largest first; 0 where nobody made it. */
  at(cell: number, place: number): number
}

/** Whether a is below b by more than rounding, in a cell of value x. */
export function isBelow(a: number, b: number, x: number): boolean {
  return a < b - TOLERANCE * Math.abs(x)
}

/**
 * The contributions that a rule needs.
 *
 * @param table - Its values and largest contributions.
 * @param params - What becomes of negative ones.
 * @param needed - How many of each cell the rule looks at.
 * @param rule - Its id, for messages.
 * @returns The contributions, none below 0.
 * @throws BAD_PARAMETER where the table has too few of them, or the shift is too small; BAD_TABLE for negative ones that are
 * refused, or that are in the wrong order
 */
export function contributionsOf(
  table: Table,
  { negatives, shift }: NegativeParams,
  needed: number,
  rule: string,
): Contributions {
  const { largest, top = 2, values, counts, magnitudes } = table
  if (largest === undefined || top < needed) throw tooFew(largest === undefined ? 0 : top, needed, rule)
  if (negatives === 'refuse') {
    const cell = negativeCell(table)
    if (cell >= 0) throw refused(table, cell, rule)
    return { total: (c) => values[c], at: (c, j) => largest[top * c + j] }
  }
  if (negatives === 'absolute') {
    checkOrder(table, Math.abs, 'size', rule)
    const seen = (c: number): number =>
      largest.subarray(top * c, top * c + top).reduce((sum, x) => sum + Math.abs(x), 0)
    // Without Σ|x| what is sure of it: less than the truth finds more cells, never fewer.
    const total = (c: number): number => magnitudes?.[c] ?? Math.max(Math.abs(values[c]), seen(c))
    return { total, at: (c, j) => Math.abs(largest[top * c + j]) }
  }
  checkCounts(table, `${rule} with negatives=shifted`)
  checkOrder(table, (x) => x, 'signed', rule)
  const at = (c: number, j: number): number => (j < counts[c] ? largest[top * c + j] + shift : 0)
  const total = (c: number): number => values[c] + shift * counts[c]
  for (let c = 0; c < counts.length; c++) {
    let rest = total(c)
    for (let j = 0; j < top; j++) {
      if (at(c, j) < 0) throw shiftTooSmall(table, c, rule)
      rest -= at(c, j)
    }
    if (isBelow(rest, 0, total(c))) throw shiftTooSmall(table, c, rule)
  }
  return { total, at }
}

/** A cell with a negative value or contribution, as far as the table tells; −1 where there is none. */
function negativeCell({ values, largest, top = 2, magnitudes }: Table): number {
  const c = values.findIndex(
    (value, i) => value < 0 || (magnitudes !== undefined && isBelow(value, magnitudes[i], value)),
  )
  const l = largest?.findIndex((x) => x < 0) ?? -1
  if (l < 0) return c
  const contributor = Math.floor(l / top)
  return c < 0 ? contributor : Math.min(c, contributor)
}

function checkOrder(table: Table, size: (x: number) => number, order: 'size' | 'signed', rule: string): void {
  const { largest, top = 2, counts } = table
  if (largest === undefined) return
  for (let c = 0; c < counts.length; c++) {
    for (let j = 1; j < (counts[c] < 0 ? top : Math.min(top, counts[c])); j++) {
      if (size(largest[top * c + j]) <= size(largest[top * c + j - 1])) continue
      const message = `the contributions of ${cellName(table, c)} are not ordered by ${order === 'size' ? '|x|' : 'x'}, which ${rule} needs with negatives=${order === 'size' ? 'absolute' : 'shifted'}`
      throw new SdcError('BAD_TABLE', message, { table: rule, row: c + 1 }, `Build the table with --order ${order}.`)
    }
  }
}

function tooFew(top: number, needed: number, rule: string): SdcError {
  const has = top === 0 ? 'none' : `the ${top} largest`
  const message = `${rule} needs the ${needed} largest contribution(s) to each cell, and the table has ${has}`
  const advice = `Build the table with --largest ${needed}, or name the columns that hold them; a table of frequencies has a rule for frequencies.`
  return new SdcError('BAD_PARAMETER', message, { table: rule }, advice)
}

function refused(table: Table, cell: number, rule: string): SdcError {
  const message = `${cellName(table, cell)} has negative contributions, and ${rule} is a rule for positive ones`
  const advice = 'Say negatives=absolute (by |x|), or negatives=shifted with a shift that everybody knows.'
  return new SdcError('BAD_TABLE', message, { table: rule, row: cell + 1 }, advice)
}

function shiftTooSmall(table: Table, cell: number, rule: string): SdcError {
  const message = `${cellName(table, cell)} has contributions that are negative after the shift`
  const advice = 'Give a greater shift: no contribution is below its negative.'
  return new SdcError('BAD_PARAMETER', message, { table: rule, parameter: 'shift', row: cell + 1 }, advice)
}
