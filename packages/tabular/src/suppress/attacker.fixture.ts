import { greatest } from './exact/plain-simplex.fixture.js'
import type { SuppressionProblem } from './problem.js'

/**
 * Whether a pattern keeps every level of a problem from an attacker of the test's own, who solves the programs with a plain
 * simplex; rooms without end end at a thousand times the greatest value, which matters to no table here.
 */
export function keepsLevels(
  { table, room, must, fixed, primary, levels, insiders }: SuppressionProblem,
  status: Uint8Array,
): boolean {
  const { values, equations } = table
  if (must.some((one, c) => one > status[c]) || fixed.some((one, c) => one > 0 && status[c] > 0)) return false
  const most = 1000 * (1 + values.reduce((a, b) => Math.max(a, Math.abs(b)), 0))
  const reach = (cell: number, sign: number, knows: Int32Array): number => {
    const free = [...status.keys()].filter((c) => status[c] > 0 && !knows.includes(c))
    const rows = equations.map(({ cells, signs }) =>
      Float64Array.from(free, (c) => (cells.includes(c) ? signs[cells.indexOf(c)] : 0)),
    )
    const low = Float64Array.from(free, (c) => -Math.min(most, room.below[c]))
    const high = Float64Array.from(free, (c) => Math.min(most, room.above[c]))
    const cost = Float64Array.from(free, (c) => (c === cell ? sign : 0))
    const told = rows.filter((row) => row.some((value) => value !== 0))
    return greatest(told, cost, low, high)
  }
  const kept = (cell: number, knows: Int32Array): boolean => {
    const [up, down] = [reach(cell, 1, knows), reach(cell, -1, knows)]
    const slack = 1e-6 * (levels.upper[cell] + levels.lower[cell] + levels.width[cell])
    return (
      up >= levels.upper[cell] - slack && down >= levels.lower[cell] - slack && up + down >= levels.width[cell] - slack
    )
  }
  return (
    primary.every((cell) => kept(cell, Int32Array.of())) &&
    insiders.every(({ target, knows }) => kept(primary[target], knows))
  )
}
