import { components } from '../../audit/attacker.js'
import type { SuppressionProblem } from '../problem.js'
import { demandsOf, type Demand } from './demands.js'
import { meets, TOLERANCE, type Deviation } from './deviation.js'
import { linearSearch } from './linear-search.js'

/**
 * The demands that a pattern does not meet, by linear programs over each connected component of the suppressed cells. What
 * one program finds often meets other demands as well, which then need none of their own.
 *
 * @param problem - The demands, and the table.
 * @param status - The pattern: above 0 where a cell is suppressed.
 * @param tick - Called before each program; throws to stop.
 * @returns The unmet demands, in order; for a sliding level one of its sides.
 */
export async function unmetDemands(
  problem: SuppressionProblem,
  status: Uint8Array,
  tick: (fraction: number) => void = () => {},
): Promise<Demand[]> {
  const { sides, spans } = demandsOf(problem)
  const suppressed = Uint8Array.from(status, (one) => Number(one > 0))
  const prices = Float64Array.from(suppressed, (one) => (one ? 0 : Infinity))
  const { members, componentOf } = components(problem.table, suppressed)
  const unmet = new Set<Demand>([...sides, ...spans.map(upward)].filter(({ cell }) => !suppressed[cell]))
  const asked = members.map((): Demand[] => [])
  const wide = members.map((): (typeof spans)[number][] => [])
  for (const demand of sides) if (suppressed[demand.cell]) asked[componentOf[demand.cell]].push(demand)
  for (const span of spans) if (suppressed[span.cell]) wide[componentOf[span.cell]].push(span)
  let done = 0
  for (const [k, cells] of members.entries()) {
    if (asked[k].length + wide[k].length === 0) continue
    const search = await linearSearch(problem, cells)
    try {
      const open = new Set(asked[k])
      const of = byCell(asked[k])
      for (const demand of asked[k]) {
        tick(done++ / sides.length)
        if (!open.delete(demand)) continue
        const { level, deviation } = search.farthest(demand, prices)
        if (level < demand.level * (1 - TOLERANCE)) unmet.add(demand)
        else settle(problem, deviation, of, open)
      }
      for (const span of wide[k]) {
        const [up, down] = ([1, -1] as const).map(
          (direction) => search.farthest({ ...span, direction, level: span.width }, prices).level,
        )
        if (up + down < span.width * (1 - TOLERANCE)) unmet.add(upward(span))
      }
    } finally {
      search.close()
    }
  }
  return [...unmet]
}

/** Strikes out the open demands that a deviation meets. */
function settle(
  { room }: SuppressionProblem,
  deviation: Deviation,
  of: ReadonlyMap<number, readonly Demand[]>,
  open: Set<Demand>,
): void {
  for (const cell of deviation.cells)
    for (const other of of.get(cell) ?? []) if (open.has(other) && meets(room, deviation, other)) open.delete(other)
}

function byCell(demands: readonly Demand[]): Map<number, Demand[]> {
  const of = new Map<number, Demand[]>()
  for (const demand of demands) of.set(demand.cell, [...(of.get(demand.cell) ?? []), demand])
  return of
}

const upward = ({ cell, width, knows }: { cell: number; width: number; knows: Int32Array }): Demand => ({
  cell,
  direction: 1,
  level: width,
  knows,
})
