import type { Sensitivity, Table, Witness } from '@sdc/core'
import { attackModel, hidesZeros, type AttackModel } from '../attackers/attack-model.js'
import { areCounts } from '../table/counts-only.js'
import { roomOf } from '../attackers/room.js'
import { solver } from '../solver/solver.js'
import { components, componentShape, placesOf } from './attacker.js'
import { intervalsOf, reachOf } from './component-intervals.js'
import { openComponent, type ComponentProgram } from './component-program.js'
import { insidersIn } from './insiders.js'
import { judgePattern, type Breach } from './judge-pattern.js'
import { tidyEnds } from './tidy-ends.js'
import { leastIntervals, witnessesByCell } from './least-intervals.js'
import { wholeIntervals } from './whole-intervals.js'
import { validWitnesses } from './witnesses.js'

/** Interval of a suppressed cell for a respondent who is alone in another suppressed cell. */
export interface InsiderInterval {
  readonly cell: number
  /** A suppressed cell of their own in the same relation or component. */
  readonly by: number
  readonly low: number
  readonly high: number
}

/** Attackers against whom the levels were judged. */
export interface Covered {
  /** True if readers know that values are whole numbers. */
  readonly whole: boolean
  /** Publicly known least value of a suppressed cell. */
  readonly least: number
  /** Number of attacking respondents who are alone in suppressed cells; undefined if they do not attack. */
  readonly alone: number | undefined
  /**
   * Number of attacking respondents of several suppressed cells; undefined if they do not attack or contributions are
   * unknown.
   */
  readonly several: number | undefined
  /** Number of sensitive sums over suppressed cells; undefined if contributions are unknown. */
  readonly unions: number | undefined
}

/** Intervals and breaches that readers of a pattern can compute. */
export interface Audit {
  /** Least and greatest possible value of every cell; its own value if published. */
  readonly low: Float64Array
  readonly high: Float64Array
  /** Levels that an attacker breaks, in order of the cells. */
  readonly breaches: readonly Breach[]
  /** Sensitive cells in a breach, alone or together with others; in order. */
  readonly unprotected: Int32Array
  /** Suppressed cells that everybody can compute exactly; in order. */
  readonly disclosed: Int32Array
  readonly insiders: readonly InsiderInterval[]
  /** Number of suppressed cells whose interval may be wider than stated; in large components only the levels are exact. */
  readonly atLeast: number
  readonly covered: Covered
}

export interface AuditOptions {
  /** `protect`: respondents who are alone in suppressed cells attack as well; `auto`: in tables of sums only. */
  readonly singletons: 'auto' | 'protect' | 'ignore'
  /** `protect`: respondents of several suppressed cells attack as well. */
  readonly own?: 'protect' | 'ignore' | undefined
  /**
   * True to compute the intervals of lone respondents for all cells of their component, not only for cells that share a
   * relation with theirs. Components of more than a hundred cells use the latter, since the number of programs grows
   * with the square of the cells.
   */
  readonly throughout?: boolean | undefined
  /** Tables that readers cannot exclude, from a protection; each is checked before use. */
  readonly witnesses?: readonly Witness[] | undefined
  /** Largest component (in cells) for which every interval is computed exactly. */
  readonly most?: number | undefined
  tick(fraction: number): void
}

/** Two programs per cell take a minute or two at this size. */
const MOST = 1500
/** Largest component in which every lone respondent is examined throughout. */
const THROUGHOUT = 100
/** In larger components the intervals of lone respondents are not computed; their levels are judged nevertheless. */
const MOST_INSIDERS = 300

/**
 * Computes the intervals that readers of a pattern can derive, and judges whether every level is kept. No other code
 * judges this.
 *
 * Levels are judged by witnesses: tables that agree with all published values, so that readers cannot exclude them.
 * Given witnesses are used if they add up; others are found by programs. The public intervals need two linear programs
 * per suppressed cell, within its component, unless the answer follows from another one; intervals of counts are whole
 * numbers.
 *
 * @param table - True table.
 * @param pattern - Status of each cell (`cellStatuses`); suppressed unless 0.
 * @param sensitive - Sensitive cells and their levels; without them nothing is unprotected.
 * @param options - Attackers, witnesses and progress.
 * @returns Breaches, intervals, and disclosed cells.
 */
export async function auditPattern(
  table: Table,
  pattern: Uint8Array,
  sensitive: Sensitivity | undefined,
  { singletons, own = 'protect', throughout = false, witnesses = [], most = MOST, tick }: AuditOptions,
): Promise<Audit> {
  const { values } = table
  const suppressed = pattern.map((one) => Number(one !== 0))
  const { members, relations, componentOf } = components(table, suppressed)
  const none = (): Float64Array => new Float64Array(values.length)
  const zeros = hidesZeros(table, suppressed)
  const model = attackModel(
    table,
    sensitive ?? { status: new Uint8Array(values.length), lower: none(), upper: none(), width: none() },
    { singletons, own, zeros: zeros ? 'suppressible' : 'published' },
  )
  const room = roomOf(table, suppressed)
  const held = validWitnesses(table, room, suppressed, witnesses)
  // The solver is large and is not loaded if nothing is suppressed.
  const highs = members.length > 0 ? await solver() : undefined
  const judged = judgePattern(highs, model, { suppressed, room, members, componentOf, witnesses: held }, (part) =>
    tick(0.5 * part),
  )
  const place = placesOf(members, values.length)
  const attackers = model.singletons ? insidersIn(table, suppressed, sensitive?.status) : []
  const low = values.slice()
  const high = values.slice()
  const byCell = witnessesByCell([...held, ...judged.witnesses])
  const insiders: InsiderInterval[] = []
  let atLeast = 0
  const all = members.reduce((sum, { length }) => sum + length, 0)
  let done = 0
  members.forEach((cells, k) => {
    if (!highs) return
    const shape = componentShape(table, room, cells, place, relations[k])
    const program = openComponent(highs, shape)
    try {
      const told = (part: number): void => tick(0.5 + (0.5 * (done + part * cells.length)) / all)
      const isLarge = sensitive !== undefined && cells.length > most
      const found = isLarge ? leastIntervals(cells, program, byCell, told) : intervalsOf(shape, program, told)
      const { below, above } = model.whole && !isLarge ? wholeIntervals(highs, table, room, cells, found) : found
      if (isLarge) atLeast += cells.length
      cells.forEach((cell, i) => {
        low[cell] = values[cell] - below[i]
        high[cell] = values[cell] + above[i]
      })
      if (cells.length > MOST_INSIDERS) return
      for (const { knows: all, targets: beside } of attackers) {
        const knows = all.filter((cell) => componentOf[cell] === k)
        if (knows.length === 0) continue
        const targets =
          throughout && cells.length <= THROUGHOUT
            ? cells.filter((cell) => !knows.includes(cell))
            : beside.filter((cell) => componentOf[cell] === k)
        program.hold(Int32Array.from(knows, (cell) => place[cell]).sort())
        for (const cell of targets) {
          const [down, up] = ([-1, 1] as const).map((direction) => reach(program, place[cell], direction))
          insiders.push({ cell, by: knows[0], low: values[cell] - down, high: values[cell] + up })
        }
      }
    } finally {
      program.close()
    }
    tick(0.5 + (0.5 * (done += cells.length)) / all)
  })
  const tidy = tidyEnds(values)
  const [least, greatest] = [low, high].map(tidy)
  const missed = new Set<number>()
  for (const { cells } of judged.breaches) for (const cell of cells) missed.add(cell)
  tick(1)
  const [from, to] = (['low', 'high'] as const).map((end) => tidy(Float64Array.from(insiders, (one) => one[end])))
  return {
    low: least,
    high: greatest,
    breaches: judged.breaches,
    insiders: insiders.map((one, i) => ({ ...one, low: from[i], high: to[i] })),
    atLeast,
    unprotected: Int32Array.from(missed).sort(),
    disclosed: Int32Array.from([...suppressed.keys()].filter((c) => suppressed[c] === 1 && least[c] === greatest[c])),
    covered: coveredBy(model, suppressed, judged.unions, zeros),
  }
}

function reach(program: ComponentProgram, place: number, direction: 1 | -1): number {
  return reachOf(program.farthest(place, direction), program, place, direction)
}

function coveredBy(model: AttackModel, suppressed: Uint8Array, unions: number, zeros: boolean): Covered {
  const { respondents, singletons, own, table, whole } = model
  const alone = new Set<number>()
  suppressed.forEach((one, c) => one === 1 && respondents.owner[c] >= 0 && alone.add(respondents.owner[c]))
  const inSeveral = (who: number): boolean => {
    let cells = 0
    for (const cell of respondents.contributions(who).keys()) if (suppressed[cell] === 1) cells++
    return cells > 1
  }
  return {
    whole,
    least: areCounts(table) && !zeros ? 1 : table.values.some((value) => value < 0) ? -Infinity : 0,
    alone: singletons ? alone.size : undefined,
    several: own ? respondents.several.filter(inSeveral).length : undefined,
    unions: respondents.areKnown ? unions : undefined,
  }
}
