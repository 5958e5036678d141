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

/** What a respondent who is alone in a suppressed cell can say of another suppressed cell. */
export interface InsiderInterval {
  readonly cell: number
  /** A suppressed cell of their own that shares a relation with it, or stands in its component. */
  readonly by: number
  readonly low: number
  readonly high: number
}

/** Attackers against whom the levels were judged. */
export interface Covered {
  /** True if values are known to be whole numbers. */
  readonly whole: boolean
  /** Least value of a suppressed cell as everybody knows it. */
  readonly least: number
  /** Respondents who are alone in suppressed cells and attack; undefined where they do not. */
  readonly alone: number | undefined
  /** Respondents of several suppressed cells who attack; undefined where they do not, or nobody says who contributes what. */
  readonly several: number | undefined
  /** Sums over suppressed cells that are sensitive; undefined where nobody says who contributes what. */
  readonly unions: number | undefined
}

/** Intervals and breaches that readers of a pattern can compute. */
export interface Audit {
  /** The least and the greatest value of every cell; its own value where it is published. */
  readonly low: Float64Array
  readonly high: Float64Array
  /** Levels that an attacker breaks, in order of the cells. */
  readonly breaches: readonly Breach[]
  /** The sensitive cells that are in a breach, alone or together with others; in order. */
  readonly unprotected: Int32Array
  /** The suppressed cells that everybody can compute exactly; in order. */
  readonly disclosed: Int32Array
  readonly insiders: readonly InsiderInterval[]
  /** Number of suppressed cells whose interval may be wider than stated; in large components only the levels are exact. */
  readonly atLeast: number
  readonly covered: Covered
}

export interface AuditOptions {
  /** `protect` lets respondents who are alone in suppressed cells attack, too; `auto`: in tables of sums only. */
  readonly singletons: 'auto' | 'protect' | 'ignore'
  /** `protect` lets respondents of several suppressed cells attack, too. */
  readonly own?: 'protect' | 'ignore' | undefined
  /**
   * True to compute the intervals of lone respondents for all cells of their component, not only for cells that share a relation
   * with theirs. Components of more than a hundred cells get the latter, since the number of programs is that of cells squared.
   */
  readonly throughout?: boolean | undefined
  /** Tables that readers cannot exclude, as a protection gave them: each is checked before it is believed. */
  readonly witnesses?: readonly Witness[] | undefined
  /** Up to so many cells that relations join every interval is found to its ends. */
  readonly most?: number | undefined
  tick(fraction: number): void
}

/** Two programs a cell of so many cells take a minute or two. */
const MOST = 1500
/** The largest component in which every respondent who is alone is looked at throughout. */
const THROUGHOUT = 100
/** In larger components nobody's own intervals are found: their levels are judged all the same. */
const MOST_INSIDERS = 300

/**
 * Computes the intervals that readers of a pattern can derive, and judges whether every level is kept. No other code judges this.
 *
 * The levels are judged by witnesses, tables that agree with all that is published and that readers cannot exclude: those that
 * are given, once added up here, else what programs find. The intervals of everybody are found by two linear programs a
 * suppressed cell, of its component alone, unless the answer follows from another's; of counts in whole numbers.
 *
 * @param table - The true table.
 * @param pattern - Status of each cell (`cellStatuses`); suppressed unless 0.
 * @param sensitive - The sensitive cells and their levels; without them nothing is unprotected.
 * @param options - Attackers, witnesses and progress.
 * @returns Breaches, intervals, and what is disclosed.
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
  // It is large, and not loaded where nothing is suppressed.
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
