import type { Table } from '@sdc/core'
import { roomOf } from '../attackers/room.js'
import { components, componentShape, placesOf } from '../audit/attacker.js'
import { openComponent } from '../audit/component-program.js'
import { solver } from '../solver/solver.js'
import { cellName } from '../table/cell-name.js'
import { loneRespondents } from '../table/lone-respondents.js'
import { knownText, type Finding } from './finding.js'

/**
 * Largest number of connected suppressed cells for which every pair of respondents is tried: pairs grow with its
 * square.
 */
const MOST = 100

/**
 * Finds the cells that two cooperating respondents compute exactly. Each is alone in suppressed cells of one component.
 * Together they subtract both cells, which may fix a cell that neither computes alone.
 *
 * @param table - True table, with the lone respondent of each cell.
 * @param pattern - Status of each cell (`cellStatuses`).
 * @param tick - Receives the share of work done, 0 to 1.
 * @returns The findings.
 */
export async function coalitionAttacks(
  table: Table,
  pattern: Uint8Array,
  tick: (fraction: number) => void,
): Promise<Finding[]> {
  const suppressed = pattern.map((one) => Number(one > 0))
  const { members, relations } = components(table, suppressed)
  const owner = loneRespondents(table)
  const place = placesOf(members, suppressed.length)
  const room = roomOf(table, suppressed)
  const found: Finding[] = []
  for (const [k, cells] of members.entries()) {
    tick(k / members.length)
    const of = new Map<number, number[]>()
    for (const cell of cells) if (owner[cell] >= 0) of.set(owner[cell], [...(of.get(owner[cell]) ?? []), cell])
    if (of.size < 2 || cells.length > MOST) continue
    const program = openComponent(await solver(), componentShape(table, room, cells, place, relations[k]))
    const still = (known: readonly number[]): Set<number> => {
      program.hold(Int32Array.from(known, (cell) => place[cell]).sort())
      const frozen = program.frozen()
      return new Set([...frozen.keys()].filter((i) => frozen[i] === 1))
    }
    try {
      const alone = new Map([...of].map(([who, own]) => [who, still(own)]))
      const all = [...of]
      for (const [i, [who, own]] of all.entries())
        for (const [other, theirs] of all.slice(i + 1))
          for (const at of still([...own, ...theirs])) {
            const cell = cells[at]
            if (own.includes(cell) || theirs.includes(cell)) continue
            if (alone.get(who)?.has(at) || alone.get(other)?.has(at)) continue
            const value = table.values[cell]
            const both = `the only contributors of ${cellName(table, own[0])} and of ${cellName(table, theirs[0])} together`
            const sentence = `T${both.slice(1)} know these suppressed cells and compute that ${cellName(table, cell)} ${knownText(value, value)}.`
            found.push({ cell, kind: 'coalition', who: both, sentence, low: value, high: value, exact: true })
          }
    } finally {
      program.close()
    }
  }
  return found
}
