import type { Table } from '@sdc/core'
import { cellName } from '../table/cell-name.js'
import { capital, isClose, knownText, numberText, type Finding, type Knowledge } from './finding.js'

export interface ContributorOptions {
  /** Largest distance from a contribution that is a disclosure, in percent of it. */
  readonly percent: number
  /** Number of contributors that cooperate. */
  readonly coalition: number
}

/**
 * Finds the disclosures that follow from the number of contributors of a cell and from the largest contributions. With
 * one contributor, the value of the cell is theirs (external). With two, each subtracts their own and obtains the
 * other's (internal); with t + 1, any t of them obtain the last one's. With more, the largest, x1, leaves X − x1 for
 * all others together. The other large contributors know that x1 is at most X − x2 − … (dominance). Both are reported
 * if they are near the true value. X is what a reader knows of the cell: its value, or the bounds of its interval if it
 * is suppressed.
 *
 * @param table - Values and contributions.
 * @param known - Interval of each cell as readers know it, and its number of contributors.
 * @param options - Distance of a disclosure and size of the coalition.
 * @returns The findings, cell by cell.
 */
export function contributorAttacks(table: Table, known: Knowledge, options: ContributorOptions): Finding[] {
  const areCounts = table.values.every((value, c) => value === known.counts[c])
  return Array.from(known.counts).flatMap((count, cell) => {
    if (count < 1) return []
    if (areCounts) return fewAttacks(table, known, cell, count, options)
    if (count === 1) return externalAttack(table, known, cell, options)
    return count <= options.coalition + 1
      ? internalAttacks(table, known, cell, count, options)
      : dominanceAttacks(table, known, cell, count, options)
  })
}

/** In a table of counts, a cell of one identifies a person; in a cell of two, each finds the other. */
function fewAttacks(
  table: Table,
  { low, high }: Knowledge,
  cell: number,
  count: number,
  { coalition }: ContributorOptions,
): Finding[] {
  if (low[cell] !== high[cell] || count > coalition + 1) return []
  const name = cellName(table, cell)
  const found = { cell, low: count, high: count, exact: true }
  if (count === 1) {
    const sentence = `Only one person is ${name}: an intruder who knows some of these categories learns the others.`
    return [{ ...found, kind: 'external', who: 'everybody', sentence }]
  }
  const [who, rest] =
    count === 2 ? ['each of the two', 'the other'] : [`any ${count - 1} of the ${count} together`, 'the last one']
  const sentence = `Only ${numberWord(count).toLowerCase()} persons are ${name}: ${who} can identify ${rest}.`
  return [{ ...found, kind: 'internal', who, sentence }]
}

function externalAttack(
  table: Table,
  { low: lows, high: highs }: Knowledge,
  cell: number,
  { percent }: ContributorOptions,
): Finding[] {
  const [low, high] = [lows[cell], highs[cell]]
  if (!isClose(table.values[cell], low, high, percent)) return []
  const sentence = `${cellName(table, cell)} has one contributor, whose value ${knownText(low, high)}.`
  return [{ cell, kind: 'external', who: 'everybody', sentence, low, high, exact: low === high }]
}

/** All contributors but one cooperate: the rest of the cell is the contribution of the last one. */
function internalAttacks(
  table: Table,
  { low, high }: Knowledge,
  cell: number,
  count: number,
  { percent }: ContributorOptions,
): Finding[] {
  const { values, largest, top = 2 } = table
  const exact = low[cell] === high[cell]
  const name = `${cellName(table, cell)} has ${numberWord(count).toLowerCase()} contributors`
  if (!largest || top < count) {
    if (!exact && !isClose(values[cell], low[cell], high[cell], percent)) return []
    const who = count === 2 ? 'each of the two' : `any ${count - 1} of the ${count} together`
    const rest = count === 2 ? 'gets the value of the other exactly' : 'get the value of the last one exactly'
    const sentence = exact
      ? `${name}: ${who} can subtract their own value from ${numberText(values[cell])} and ${rest}.`
      : `${name}, and the cell ${knownText(low[cell], high[cell])}: ${who} can subtract their own value.`
    return [{ cell, kind: 'internal', who, sentence, low: Number.NaN, high: Number.NaN, exact }]
  }
  return Array.from({ length: count }, (_, last): Finding[] => {
    const own = largest[top * cell + last]
    const theirs = sumOf(largest, top, cell, 0, count) - own
    // The cooperating contributors know that the cell is at least the sum of their contributions.
    const interval = exact ? [own, own] : [Math.max(0, low[cell] - theirs), high[cell] - theirs]
    if (!isClose(own, interval[0], interval[1], percent)) return []
    const who =
      count === 2
        ? `the ${last === 0 ? 'smaller' : 'larger'} of the two contributors (${numberText(theirs)})`
        : `the ${count - 1} contributors other than the ${ordinal(last)}largest (${numberText(theirs)} together)`
    const whose = count === 2 ? 'the value of the other' : 'the value of the last one'
    const verb = count === 2 ? 'subtracts' : 'subtract'
    const sentence = `${name}: ${who} ${verb} their own value; ${whose} ${knownText(interval[0], interval[1])}.`
    return [{ cell, kind: 'internal', who, sentence, low: interval[0], high: interval[1], exact }]
  }).flat()
}

function dominanceAttacks(
  table: Table,
  known: Knowledge,
  cell: number,
  count: number,
  { percent, coalition }: ContributorOptions,
): Finding[] {
  const { largest, top = 2 } = table
  if (!largest || table.values[cell] < 0 || known.high[cell] === Infinity) return []
  const all = known.high[cell]
  const x1 = largest[top * cell]
  const name = cellName(table, cell)
  const found: Finding[] = []
  const rest = Math.max(0, all - x1)
  if (rest < (percent / 100) * x1) {
    const sentence = `The largest contributor of ${name} (${numberText(x1)}) knows that the other ${count - 1} together have at most ${numberText(rest)} = ${numberText(all)} − ${numberText(x1)}.`
    found.push({
      cell,
      kind: 'dominance',
      who: 'the largest contributor',
      sentence,
      low: 0,
      high: rest,
      exact: rest === 0,
    })
  }
  const others = Math.min(coalition, top - 1, count - 1)
  const theirs = sumOf(largest, top, cell, 1, 1 + others)
  const bound = all - theirs
  if (others > 0 && bound - x1 < (percent / 100) * x1) {
    const who = others === 1 ? 'the second largest contributor' : `the contributors of rank 2 to ${others + 1} together`
    // The largest contribution is at least the mean of those outside the coalition.
    const least = Math.min(x1, Math.max(largest[top * cell + 1], (known.low[cell] - theirs) / (count - others)))
    const sentence = `${capital(who)} of ${name} (${numberText(theirs)}) ${others === 1 ? 'knows' : 'know'} that the largest has at most ${numberText(bound)}, within ${numberText(percent)} % of the true value (${numberText(x1)}).`
    found.push({ cell, kind: 'dominance', who, sentence, low: least, high: bound, exact: least === bound })
  }
  return found
}

function sumOf(largest: Float64Array, top: number, cell: number, from: number, to: number): number {
  let sum = 0
  for (let i = from; i < to; i++) sum += largest[top * cell + i]
  return sum
}

function numberWord(count: number): string {
  return ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six'][count] ?? String(count)
}

function ordinal(rank: number): string {
  return ['', 'second ', 'third ', 'fourth ', 'fifth ', 'sixth '][rank] ?? `${rank + 1}th `
}
