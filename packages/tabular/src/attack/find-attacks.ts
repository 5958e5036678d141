import type { Table } from '@sdc/core'
import { auditPattern, type Audit } from '../audit/audit-pattern.js'
import { cellName } from '../table/cell-name.js'
import { coalitionAttacks } from './coalition-attacks.js'
import { contributorAttacks, type ContributorOptions } from './contributor-attacks.js'
import { findingKinds, isClose, knownText, type Finding, type Knowledge } from './finding.js'
import { groupAttacks } from './group-attacks.js'

export interface AttackOptions extends ContributorOptions {
  tick(fraction: number): void
}

/**
 * Finds the disclosures of a table; the numbers of contributors are public knowledge.
 *
 * @param table - True table; its counts are the public numbers of contributors, −1 if unknown.
 * @param pattern - Status of each cell (`cellStatuses`); by default all cells are published.
 * @param options - Distance of a disclosure, size of the coalition, and progress.
 * @returns The findings by cell; within a cell in the order of `findingKinds`.
 */
export async function findAttacks(
  table: Table,
  pattern: Uint8Array | undefined,
  { tick, ...options }: AttackOptions,
): Promise<Finding[]> {
  const none = new Uint8Array(table.values.length)
  const audit = await auditPattern(table, pattern ?? none, undefined, {
    singletons: 'protect',
    throughout: true,
    tick: (part) => tick(0.8 * part),
  })
  const known: Knowledge = { low: audit.low, high: audit.high, counts: table.counts }
  const found = [
    ...contributorAttacks(table, known, options),
    ...singletonAttacks(table, audit, options),
    ...(pattern && options.coalition > 1
      ? await coalitionAttacks(table, pattern, (part) => tick(0.8 + 0.2 * part))
      : []),
    ...groupAttacks(table, known),
  ]
  const rank = ({ kind }: Finding): number => findingKinds.indexOf(kind)
  return found.sort((a, b) => a.cell - b.cell || rank(a) - rank(b))
}

/** Findings of lone contributors: each subtracts their suppressed cell from its totals and bounds other suppressed cells. */
function singletonAttacks(table: Table, { low, high, insiders }: Audit, { percent }: ContributorOptions): Finding[] {
  return insiders.flatMap((one): Finding[] => {
    const { cell, by } = one
    if (!isClose(table.values[cell], one.low, one.high, percent)) return []
    // Public knowledge is not a finding of this contributor.
    if (one.low === low[cell] && one.high === high[cell]) return []
    const who = `the only contributor of ${cellName(table, by)}`
    const sentence = `T${who.slice(1)} knows that suppressed cell, subtracts it, and computes that ${cellName(table, cell)} ${knownText(one.low, one.high)}.`
    return [{ cell, kind: 'singleton', who, sentence, low: one.low, high: one.high, exact: one.low === one.high }]
  })
}
