import { option, SdcError, type Contributions, type Table, type TableResult } from '@sdc/core'
import * as z from 'zod'
import { cellName } from '../table/cell-name.js'
import { ruleResult, type LevelKind } from './levels.js'
import { waivedIn, type WaivedContributions } from './waived.js'

/** How far both sides of a comparison may be apart and be equal, of the cell's value: decimals have been rounded to binary. */
const TOLERANCE = 1e-9

/** What every rule on contributions is told of negative ones. */
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

/** Contributions as a rule sees them: none below 0. */
export interface Seen {
  /** X, the sum of all of them. */
  readonly total: number
  /** The largest first, as many as the rule looks at; 0 where nobody made it. */
  readonly largest: ArrayLike<number>
  /** The places of those whose respondents agree that they be computed. */
  readonly waived?: ReadonlySet<number> | undefined
}

/** A rule on the contributions to a cell. */
export interface ContributionRule {
  readonly id: string
  /** As it is written: `p=15%`. */
  readonly name: string
  /** How many of the largest contributions it looks at. */
  readonly needed: number
  /** The upper level of a sensitive cell; NaN of a safe one. */
  readonly level: (seen: Seen) => number
  /** The level that somebody outside must be left with, who knows none of the contributions; 0 or less: nothing is asked. */
  readonly outside: (seen: Seen) => number
}

/** Whether a is below b by more than rounding, in a cell of value x. */
export function isBelow(a: number, b: number, x: number): boolean {
  return a < b - TOLERANCE * Math.abs(x)
}

/**
 * The sensitive cells of a rule on contributions, with their levels, and the rule for any other contributions. A cell of 0
 * contributors is safe; how many they are it does not matter otherwise, nor whether anybody says it.
 *
 * @param table - Its values and largest contributions.
 * @param params - What becomes of negative ones, and where levels lie.
 * @param rule - What it asks.
 * @returns Status, levels and `levelOf`. O(cells · contributions looked at).
 * @throws BAD_PARAMETER where the table has too few of them, or the shift is too small; BAD_TABLE for negative ones that are
 * refused, or that are in the wrong order
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
  // Without Σ|x| what is sure of it: less than the truth finds more cells, never fewer.
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
 * Contributions as a rule sees them, as many as it looks at. Where fewer are known and they are not all, the next ones are as
 * large as they can be: no larger than the last that is known, and than what is left of the sum.
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

/** The places of contributions among the largest of a cell; of equal ones the first. */
function placesOf({ amounts }: WaivedContributions, largest: ArrayLike<number>, count: number): Set<number> {
  const places = new Set<number>()
  // Who is alone has the first place, whatever it is written as.
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

/** The shift is added once for each contributor, and leaves nothing below 0. */
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
