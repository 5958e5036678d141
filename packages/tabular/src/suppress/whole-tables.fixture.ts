import type { ReachIn } from './attacker.fixture.js'
import type { SuppressionProblem } from './problem.js'

/** Largest movement of a cell: levels are 1 or 2 in these tables. */
const MOST = 3

/** Another table: its differing cells, a sign that a non-zero one becomes 0, and the movement of the demanded cell. */
interface Other {
  readonly differs: number
  readonly empties: boolean
  readonly by: number
}

/**
 * Reach of cells of a table of counts, over all whole tables near the true one. These differ in suppressed cells only,
 * and have no newly empty cell in a component without a suppressed empty cell. Up to 31 cells.
 */
export function wholeReach({ table }: SuppressionProblem): ReachIn {
  const { values, equations } = table
  const totalOf = ({ cells, signs }: (typeof equations)[number]): number => cells[signs.indexOf(-1)]
  const totals = new Set(equations.map(totalOf))
  const inner = [...values.keys()].filter((c) => !totals.has(c))
  const inside = (cell: number): readonly number[] => {
    const relation = equations.find((one) => totalOf(one) === cell)
    return relation ? [...relation.cells].filter((c) => c !== cell).flatMap(inside) : [cell]
  }
  const parts = Array.from(values.keys(), inside)
  const found = new Map<string, Map<string, Other>>()
  const difference = new Int32Array(values.length)
  const note = (): void => {
    let differs = 0
    for (const [cell, own] of parts.entries()) {
      if (own.length > 1) difference[cell] = own.reduce((sum, c) => sum + difference[c], 0)
      else difference[cell] = difference[own[0]]
      if (difference[cell] !== 0) differs |= 1 << cell
    }
    const empties = inner.some((c) => values[c] > 0 && difference[c] === -values[c])
    difference.forEach((by, cell) => {
      if (by === 0) return
      const key = `${cell},${Math.sign(by)}`
      const others = found.get(key) ?? found.set(key, new Map()).get(key)
      const name = `${differs},${empties}`
      const known = others?.get(name)
      if (known === undefined || Math.abs(by) > known.by) others?.set(name, { differs, empties, by: Math.abs(by) })
    })
  }
  const vary = (k: number): void => {
    if (k === inner.length) return note()
    for (let d = -values[inner[k]]; d <= MOST; d++) {
      difference[inner[k]] = d
      vary(k + 1)
    }
  }
  vary(0)
  const least = new Map([...found].map(([key, others]) => [key, withoutWorse([...others.values()])]))

  /** True if relations connect a cell to a suppressed empty one. */
  const isNearZero = (status: Uint8Array, cell: number): boolean => {
    const seen = new Set([cell])
    for (const one of seen) {
      if (values[one] === 0) return true
      for (const { cells } of equations) if (cells.includes(one)) for (const c of cells) if (status[c] > 0) seen.add(c)
    }
    return false
  }
  return (status, { cell, side, knows }) => {
    const hidden = status.reduce((mask, one, c) => (one > 0 && !knows.includes(c) ? mask | (1 << c) : mask), 0)
    const isNear = isNearZero(status, cell)
    const reach = (sign: number): number =>
      (least.get(`${cell},${sign}`) ?? []).reduce(
        (most, { differs, empties, by }) =>
          (differs & ~hidden) === 0 && (isNear || !empties) ? Math.max(most, by) : most,
        0,
      )
    return (side === 'below' ? 0 : reach(1)) + (side === 'above' ? 0 : reach(-1))
  }
}

/** Keeps tables unless another one differs in fewer cells and moves as far. */
function withoutWorse(others: readonly Other[]): Other[] {
  const bits = (mask: number): number => mask.toString(2).replaceAll('0', '').length
  const sorted = others.toSorted((a, b) => bits(a.differs) - bits(b.differs) || Number(a.empties) - Number(b.empties))
  const kept: Other[] = []
  for (const one of sorted)
    if (
      !kept.some(
        (better) => (better.differs & ~one.differs) === 0 && (one.empties || !better.empties) && better.by >= one.by,
      )
    )
      kept.push(one)
  return kept
}
