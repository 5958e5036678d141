import type { Sensitivity, Table, Witness } from '@sdc/core'
import { solver } from '../solver/solver.js'
import { roomOf } from '../table/room.js'
import { components, componentShape, placesOf } from './attacker.js'
import { intervalsOf, reachOf } from './component-intervals.js'
import { openComponent, type ComponentProgram } from './component-program.js'
import { insidersIn } from './insiders.js'
import {
  leastFromInsider,
  leastIntervals,
  witnessesByCell,
  type Keeps,
  type LargeComponent,
} from './least-intervals.js'
import { heldWitnesses } from './witnesses.js'

/** What a respondent who is alone in a suppressed cell can say of another suppressed cell. */
export interface InsiderInterval {
  readonly cell: number
  /** A suppressed cell of their own that shares a relation with it, or stands in its component. */
  readonly by: number
  readonly low: number
  readonly high: number
}

/** What readers of a pattern can compute. */
export interface Audit {
  /** The least and the greatest value of every cell; its own value where it is published. */
  readonly low: Float64Array
  readonly high: Float64Array
  /** The sensitive cells that are not protected as their levels ask, from everybody or from an insider; in order. */
  readonly unprotected: Int32Array
  /** The suppressed cells that everybody can compute exactly; in order. */
  readonly disclosed: Int32Array
  readonly insiders: readonly InsiderInterval[]
  /** Suppressed cells whose interval is as wide as said or wider: of large parts only the levels are settled. */
  readonly atLeast: number
}

export interface AuditOptions {
  /** Whether respondents who are alone in a suppressed cell attack with what they know, too. */
  readonly singletons: 'protect' | 'ignore'
  /**
   * Whether they attack all cells of their component, and not only those in one relation with theirs; of a component of more
   * than a hundred cells the latter all the same, since the programs are as many as its cells squared.
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

/** The largest component that singletons attack throughout. */
const WHOLE = 100

/** A level that is missed by less than this share of it, or of the value, is kept: solvers differ by so much. */
const TOLERANCE = 1e-6

/**
 * What a reader of a pattern can compute of every cell: the least and greatest value that agree with all that is published,
 * by two linear programs a suppressed cell, of its component alone, unless the answer follows from another's. In a component
 * of very many cells only the levels of sensitive cells are settled, by witnesses where there are any.
 *
 * @param table - The true table.
 * @param pattern - What becomes of each cell (`cellStatuses`); not 0 is suppressed, whoever chose it.
 * @param sensitive - The sensitive cells and their levels; without them nothing is unprotected.
 * @param options - Whether singletons attack, and progress.
 * @returns Intervals, what is disclosed and what is not protected.
 */
export async function auditPattern(
  table: Table,
  pattern: Uint8Array,
  sensitive: Sensitivity | undefined,
  { singletons, throughout = false, witnesses = [], most = MOST, tick }: AuditOptions,
): Promise<Audit> {
  const { values } = table
  const suppressed = pattern.map((one) => Number(one !== 0))
  const { members, relations, componentOf } = components(table, suppressed)
  // It is large, and not loaded where nothing is suppressed.
  const highs = members.length > 0 ? await solver() : undefined
  const place = placesOf(members, values.length)
  const room = roomOf(table)
  const attackers = singletons === 'protect' ? insidersIn(table, suppressed, sensitive?.status) : []
  const attacks = byComponent(attackers, componentOf)
  const low = values.slice()
  const high = values.slice()
  const held = witnessesByCell(heldWitnesses(table, room, suppressed, witnesses))
  const insiders: InsiderInterval[] = []
  const keepsLevels: Keeps = (cell, below, above) =>
    sensitive === undefined || keeps(sensitive, cell, values[cell], values[cell] - below, values[cell] + above)
  let atLeast = 0
  const all = members.reduce((sum, { length }) => sum + length, 0)
  let done = 0
  members.forEach((cells, k) => {
    if (!highs) return
    const shape = componentShape(table, room, cells, place, relations[k])
    const program = openComponent(highs, shape)
    try {
      const told = (part: number): void => tick((done + part * cells.length) / all)
      const large: LargeComponent | undefined =
        sensitive === undefined || cells.length <= most
          ? undefined
          : { cells, place, program, sensitive, witnesses: held }
      const { below, above } = large ? leastIntervals(large, keepsLevels, told) : intervalsOf(shape, program, told)
      if (large) atLeast += cells.length
      cells.forEach((cell, i) => {
        low[cell] = values[cell] - below[i]
        high[cell] = values[cell] + above[i]
      })
      for (const { knows, targets: beside } of attacks.get(k) ?? []) {
        const targets = throughout && cells.length <= WHOLE ? cells.filter((cell) => !knows.includes(cell)) : beside
        program.hold(Int32Array.from(knows, (cell) => place[cell]).sort())
        for (const cell of targets) {
          const [down, up] = large
            ? leastFromInsider(large, cell, knows, keepsLevels)
            : ([-1, 1] as const).map((direction) => reach(program, place[cell], direction))
          insiders.push({ cell, by: knows[0], low: values[cell] - down, high: values[cell] + up })
        }
      }
    } finally {
      program.close()
    }
    tick((done += cells.length) / all)
  })
  const unprotected = new Set<number>()
  const judge = (cell: number, least: number, greatest: number): void => {
    if (sensitive?.status[cell] === 1 && !keeps(sensitive, cell, values[cell], least, greatest)) unprotected.add(cell)
  }
  values.forEach((_, cell) => judge(cell, low[cell], high[cell]))
  for (const one of insiders) judge(one.cell, one.low, one.high)
  tick(1)
  return {
    low,
    high,
    insiders,
    atLeast,
    unprotected: Int32Array.from(unprotected).sort(),
    disclosed: Int32Array.from([...suppressed.keys()].filter((c) => suppressed[c] === 1 && low[c] === high[c])),
  }
}

function reach(program: ComponentProgram, place: number, direction: 1 | -1): number {
  return reachOf(program.farthest(place, direction), program, place, direction)
}

/** Whether an interval leaves of a sensitive cell what its levels ask; one that is known exactly never does. */
function keeps({ lower, upper, width }: Sensitivity, cell: number, value: number, low: number, high: number): boolean {
  if (low === high) return false
  const slack = TOLERANCE * Math.max(Math.abs(value), lower[cell], upper[cell], width[cell])
  return value - low >= lower[cell] - slack && high - value >= upper[cell] - slack && high - low >= width[cell] - slack
}

/** What each insider can do within one component: cells of another say nothing of it. */
function byComponent(
  attackers: ReturnType<typeof insidersIn>,
  componentOf: Int32Array,
): Map<number, { readonly knows: Int32Array; readonly targets: Int32Array }[]> {
  const found = new Map<number, { readonly knows: Int32Array; readonly targets: Int32Array }[]>()
  for (const { knows, targets } of attackers) {
    for (const k of new Set(Array.from(targets, (cell) => componentOf[cell]))) {
      const within = (cells: Int32Array): Int32Array => cells.filter((cell) => componentOf[cell] === k)
      const list = found.get(k) ?? []
      list.push({ knows: within(knows), targets: within(targets) })
      found.set(k, list)
    }
  }
  return found
}
