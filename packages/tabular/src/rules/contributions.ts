import { option, SdcError, type Contributions, type Table, type TableResult } from '@sdc/core'
import * as z from 'zod'
import { cellName } from '../table/cell-name.js'
import { ruleResult, type LevelKind } from './levels.js'
import { waivedIn, type WaivedContributions } from './waived.js'

/** Tolerance of comparisons, as a share of the cell's value: decimals are rounded to binary. */
const TOLERANCE = 1e-9

/** Parameters of every rule on contributions for the treatment of negative ones. */
export const negativeParams = {
  negatives: z.enum(['refuse', 'absolute', 'shifted']).default('refuse').meta({
    description:
      'Treatment of negative contributions: refuse; absolute (apply the rule to |x| and Σ|x|); shifted (add shift to each).',
  }),
  shift: z
    .number()
    .min(0)
    .default(0)
    .meta({ description: 'With negatives=shifted: each contribution is known to be at least −shift.' }),
}

export interface NegativeParams {
  readonly negatives: 'refuse' | 'absolute' | 'shifted'
  readonly shift: number
}

/** Contributions as a rule uses them: all 0 or more. */
export interface Seen {
  /** X, the sum of all contributions. */
  readonly total: number
  /** The largest first, as many as the rule needs; 0 if there are fewer. */
  readonly largest: ArrayLike<number>
  /** Places of contributions whose respondents waive protection. */
  readonly waived?: ReadonlySet<number> | undefined
}

/** A rule on the contributions to a cell. */
export interface ContributionRule {
  readonly id: string
  /** Rule in short notation: `p=15%`. */
  readonly name: string
  /** Number of largest contributions that the rule needs. */
  readonly needed: number
  /** Upper level of a sensitive cell; NaN if it is safe. */
  readonly level: (seen: Seen) => number
  /** Level against an outsider, who knows none of the contributions; 0 or less for none. */
  readonly outside: (seen: Seen) => number
}

/** True if a is below b by more than rounding, in a cell of value x. */
export function isBelow(a: number, b: number, x: number): boolean {
  return a < b - TOLERANCE * Math.abs(x)
}

/**
 * Applies a rule on contributions: the sensitive cells, their levels, and the rule for any other contributions. A cell
 * with 0 contributors is safe; otherwise their number does not matter and need not be known.
 *
 * @param table - Values and largest contributions.
 * @param params - Treatment of negative contributions, and position of the levels.
 * @param rule - The rule.
 * @returns Status, levels and `levelOf`. O(cells · contributions needed).
 * @throws BAD_PARAMETER if the table has too few contributions or the shift is too small; BAD_TABLE for refused
 *   negative contributions or a wrong order
 */
export function judgedContributions(
  table: Table,
  params: NegativeParams & { readonly levels: LevelKind },
  rule: ContributionRule,
): TableResult {
  const seen = contributionsOf(table, params, rule)
  const level = Float64Array.from(table.counts, (count, c) => (count === 0 ? Number.NaN : rule.level(seen(c))))
  return {
    ...ruleResult(level, params.levels),
    levelOf(contributions, as) {
      const own = seenIn(contributions, params, rule.needed)
      const found = as === 'union' ? rule.level(own) : rule.outside(own)
      return found > 0 ? found : 0
    },
  }
}

/** The contributions to each cell as a rule needs them. */
function contributionsOf(
  table: Table,
  params: NegativeParams,
  { needed, id, name }: ContributionRule,
): (cell: number) => Seen {
  const { negatives, shift } = params
  const { largest, top = 2, values, counts, magnitudes } = table
  if (largest === undefined || top < needed) throw tooFew(largest === undefined ? 0 : top, needed, id)
  const own = (c: number): Float64Array => largest.subarray(top * c, top * c + top)
  const waived = waivedIn(table)
  const whole = (c: number): Contributions => ({ total: values[c], count: counts[c], largest: own(c) })
  // Without Σ|x| its certain lower bound is used: a smaller total finds more sensitive cells, never fewer.
  const sized = (seen: Seen, c: number): Seen =>
    negatives === 'absolute' && magnitudes ? { ...seen, total: magnitudes[c] } : seen
  if (negatives === 'refuse') {
    const cell = negativeCell(table)
    if (cell >= 0) throw refused(table, cell, id, name)
  } else checkOrder(table, negatives === 'absolute' ? Math.abs : (x) => x, negatives, id)
  if (negatives === 'shifted') checkShift(table, shift, id)
  return (c) => {
    const agreed = waived?.get(c)
    if (agreed === undefined)
      return negatives === 'refuse' ? { total: values[c], largest: own(c) } : sized(seenIn(whole(c), params, needed), c)
    const places = placesOf(agreed, own(c), counts[c])
    return { ...sized(seenIn(whole(c), params, needed + places.size), c), waived: places }
  }
}

/**
 * Returns the contributions that a rule needs. If fewer are known and they are not all, further ones are assumed as
 * large as possible: at most the last known one and the rest of the sum.
 */
function seenIn({ total, count, largest }: Contributions, { negatives, shift }: NegativeParams, needed: number): Seen {
  const known = Array.from({ length: count < 0 ? largest.length : Math.min(count, largest.length) }, (_, j) => {
    if (negatives === 'refuse') return largest[j]
    return negatives === 'absolute' ? Math.abs(largest[j]) : largest[j] + shift
  })
  if (negatives !== 'refuse') known.sort((a, b) => b - a)
  const sum = known.reduce((so, x) => so + x, 0)
  const all = {
    refuse: total,
    absolute: Math.max(Math.abs(total), sum),
    shifted: total + shift * Math.max(count, known.length),
  }
  const X = all[negatives]
  let left = X - sum
  const there = count < 0 ? needed : Math.min(count, needed)
  while (known.length < there) {
    const next = Math.max(0, Math.min(known.at(-1) ?? left, left))
    known.push(next)
    left -= next
  }
  while (known.length < needed) known.push(0)
  return { total: X, largest: known }
}

/** Places of contributions among the largest of a cell; of equal ones the first. */
function placesOf({ amounts }: WaivedContributions, largest: ArrayLike<number>, count: number): Set<number> {
  const places = new Set<number>()
  // A lone contributor has the first place, however it is written.
  if (count === 1) places.add(0)
  else
    for (const x of amounts) {
      const at = Array.from(largest).findIndex(
        (one, j) => !places.has(j) && Math.abs(one - x) <= TOLERANCE * Math.abs(x),
      )
      if (at >= 0) places.add(at)
    }
  return places
}

/** A cell with a negative value or contribution, as far as the table shows; −1 if there is none. */
function negativeCell({ values, largest, top = 2, magnitudes }: Table): number {
  const c = values.findIndex(
    (value, i) => value < 0 || (magnitudes !== undefined && isBelow(value, magnitudes[i], value)),
  )
  const l = largest?.findIndex((x) => x < 0) ?? -1
  if (l < 0) return c
  const contributor = Math.floor(l / top)
  return c < 0 ? contributor : Math.min(c, contributor)
}

function checkOrder(table: Table, size: (x: number) => number, as: 'absolute' | 'shifted', rule: string): void {
  const { largest, top = 2, counts } = table
  if (largest === undefined) return
  for (let c = 0; c < counts.length; c++) {
    for (let j = 1; j < (counts[c] < 0 ? top : Math.min(top, counts[c])); j++) {
      if (size(largest[top * c + j]) <= size(largest[top * c + j - 1])) continue
      const order = as === 'absolute' ? 'size' : 'signed'
      const message = `${rule} with negatives=${as} needs contributions ordered by ${order === 'size' ? '|x|' : 'x'}; those of ${cellName(table, c)} are not`
      throw new SdcError(
        'BAD_TABLE',
        message,
        { table: rule, row: c + 1 },
        `Build the table with ${option('order', order)}.`,
      )
    }
  }
}

/** The shift is added once per contributor, and must leave no contribution negative. */
function checkShift(table: Table, shift: number, rule: string): void {
  const { largest = new Float64Array(), top = 2, values, counts } = table
  for (let c = 0; c < counts.length; c++) {
    if (counts[c] < 0) {
      const message = `the number of contributors of ${cellName(table, c)} is unknown; negatives=shifted needs it`
      const fix = `Name the column of the number of contributors (${option('count')}), or set negatives=absolute.`
      throw new SdcError('BAD_PARAMETER', message, { table: rule, parameter: 'negatives', row: c + 1 }, fix)
    }
    const total = values[c] + shift * counts[c]
    let rest = total
    for (let j = 0; j < Math.min(top, counts[c]); j++) {
      const x = largest[top * c + j] + shift
      if (x < 0) throw shiftTooSmall(table, c, rule)
      rest -= x
    }
    if (isBelow(rest, 0, total)) throw shiftTooSmall(table, c, rule)
  }
}

function tooFew(top: number, needed: number, rule: string): SdcError {
  const has = top === 0 ? 'none' : `the ${top} largest`
  const message = `${rule} needs the ${needed} largest contribution(s) to each cell; the table has ${has}`
  const fix = `Build the table with ${option('keepLargest', String(needed))}, or name the columns of the largest contributions. For a table of counts, use the rule freq.`
  return new SdcError('BAD_PARAMETER', message, { table: rule }, fix)
}

function refused(table: Table, cell: number, rule: string, name: string): SdcError {
  const message = `${cellName(table, cell)} has negative contributions; ${rule} needs positive ones`
  const fix = `Choose ${option('rule', `${name},negatives=absolute`)} (by |x|). If all contributions are known to be at least −S, choose ${option('rule', `${name},negatives=shifted,shift=S`)}.`
  return new SdcError('BAD_TABLE', message, { table: rule, row: cell + 1 }, fix)
}

function shiftTooSmall(table: Table, cell: number, rule: string): SdcError {
  const message = `${cellName(table, cell)} has contributions that stay negative after the shift`
  const fix = 'Raise the shift: no contribution may be below its negative.'
  return new SdcError('BAD_PARAMETER', message, { table: rule, parameter: 'shift', row: cell + 1 }, fix)
}
