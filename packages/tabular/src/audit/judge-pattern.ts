import type { Witness } from '@sdc/core'
import type { Highs } from 'highs'
import type { AttackModel, Demand, Span } from '../attackers/attack-model.js'
import type { Room } from '../attackers/room.js'
import { meet, scaledTo } from '../witness/meet.js'
import { finderOf } from '../witness/finder.js'
import type { Knowledge } from '../witness/local-program.js'
import { reachOf } from '../witness/reach.js'
import { suppressedAround } from '../witness/suppressed-around.js'
import { servingOf } from '../witness/serving.js'
import { relationIndex } from '../table/relation-index.js'
import { witnessesByCell } from './least-intervals.js'

/** A value that an attacker learns more closely than its level allows. */
export interface Breach {
  /** One cell, or cells of one relation together. */
  readonly cells: Int32Array
  /** Above or below the true value; 0 for a sliding level. */
  readonly direction: 1 | -1 | 0
  readonly required: number
  /** Distance from the true value that the attacker cannot exclude. */
  readonly kept: number
  /** The respondent who learns it, by attacker number of the model; undefined for everybody. */
  readonly attacker: number | undefined
}

export interface Pattern {
  readonly suppressed: Uint8Array
  readonly room: Room
  readonly members: readonly Int32Array[]
  readonly componentOf: Int32Array
  /** Given witnesses that were checked and hold. */
  readonly witnesses: readonly Witness[]
}

export interface Judged {
  readonly breaches: readonly Breach[]
  /** Further witnesses that were found. */
  readonly witnesses: readonly Witness[]
  /** Number of sensitive sums over suppressed cells. */
  readonly unions: number
}

/** A level missed by less than this share of it, or of the value, is kept: solvers differ by that much. */
const KEPT = 1e-6
/** Numbers of cells around a demand that are tried before its whole component. */
const NEAR = [300, 1500]
/** Largest number of witnesses examined for one cell. */
const MOST_TRIED = 60

/**
 * Judges every demand of a model against a pattern. A demand is kept if a witness serves for everybody and one serves
 * for each attacking respondent. This takes two to four programs per demand, for any number of respondents. A demand
 * that no program over the whole component keeps is a breach. Levels and distances are in the unit of the table.
 *
 * @param highs - The solver; undefined if nothing is suppressed.
 * @param model - Attackers and demands.
 * @param pattern - Suppressed cells, their room and components, witnesses.
 * @param tick - Receives the share of work done, 0 to 1.
 * @returns Breaches in order of their cells, and the witnesses that were found.
 */
export function judgePattern(
  highs: Highs | undefined,
  model: AttackModel,
  pattern: Pattern,
  tick: (fraction: number) => void,
): Judged {
  const { suppressed } = pattern
  const isShown = (cell: number): boolean => suppressed[cell] === 0
  const shown = [...model.primary].filter(isShown).map((cell) => publishedBreach(model, cell))
  const unions = model.unionsIn(suppressed)
  if (!highs) return { breaches: shown, witnesses: [], unions: unions.length }
  const judge = openJudge(highs, model, pattern)
  const open = model.demands.filter(({ cells }) => !isShown(cells[0]))
  open.forEach((demand, k) => {
    if (k % 16 === 0) tick(k / open.length)
    judge.demand(demand)
  })
  for (const span of model.spans) if (!isShown(span.cell)) judge.span(span)
  for (const { cells, upper, lower } of unions) {
    if (upper > 0) judge.demand({ cells, direction: 1, level: upper })
    if (lower > 0) judge.demand({ cells, direction: -1, level: lower })
  }
  const breaches = [...shown, ...judge.breaches].sort((a, b) => a.cells[0] - b.cells[0])
  return { breaches, witnesses: judge.witnesses, unions: unions.length }
}

/** Breach of a sensitive cell that is published. */
function publishedBreach({ levels: { upper, lower, width } }: AttackModel, cell: number): Breach {
  const side = { cells: Int32Array.of(cell), kept: 0, attacker: undefined }
  if (upper[cell] > 0) return { ...side, direction: 1, required: upper[cell] }
  if (lower[cell] > 0) return { ...side, direction: -1, required: lower[cell] }
  return { ...side, direction: 0, required: width[cell] }
}

/** Judges demands one by one, and collects breaches and witnesses. */
interface Judge {
  readonly breaches: readonly Breach[]
  readonly witnesses: readonly Witness[]
  demand(demand: Demand): void
  span(span: Span): void
}

function openJudge(highs: Highs, model: AttackModel, pattern: Pattern): Judge {
  const { table } = model
  const { suppressed, room, members, componentOf } = pattern
  const { owner } = model.respondents
  const breaches: Breach[] = []
  const witnesses: Witness[] = []
  const serving = servingOf(model)
  const finder = finderOf(highs, table, model.whole, () => room)
  const index = relationIndex(table)
  const byCell = new Map<number, Witness[]>()
  for (const [cell, list] of witnessesByCell(pattern.witnesses)) byCell.set(cell, [...list])
  return { breaches, witnesses, demand: judgeDemand, span: judgeSpan }

  function judgeDemand(demand: Demand): void {
    if (isServed(demand)) return
    const met = meet(model, serving, demand, search)
    for (const witness of met?.witnesses ?? []) keep(witness)
    if (met === undefined) {
      const kept = far(demand)
      if (isBroken(demand, kept)) breaches.push({ ...demand, required: demand.level, kept, attacker: undefined })
    }
    for (const who of met?.missed ?? []) {
      const own = { ...demand, level: model.levelFrom(who, demand) }
      const kept = far(own, serving.knowledge([who]))
      if (isBroken(own, kept)) breaches.push({ ...demand, required: own.level, kept, attacker: who })
    }
  }

  function judgeSpan({ cell, width }: Span): void {
    const cells = Int32Array.of(cell)
    const sides = ([1, -1] as const).map((direction): Demand => ({ cells, direction, level: width }))
    const least = slack(sides[0])
    const reaches = sides.map((side) => finder.farthest(side, whole(side)))
    const kept = reaches[0].reach + reaches[1].reach
    if (kept < width - least) {
      breaches.push({ cells, direction: 0, required: width, kept, attacker: undefined })
      return
    }
    const touched = new Set(reaches.flatMap(({ witness }) => (witness ? [...serving.touched(witness)] : [])))
    for (const who of touched) {
      const [level] = sides.map((side) => model.levelFrom(who, side))
      const required = model.respondents.contribution(who, cell) > 0 ? Math.min(width, 2 * level) : level
      if (!(required > 0)) continue
      const knowledge = serving.knowledge([who])
      const own = sides.reduce((sum, side) => sum + far(side, knowledge), 0)
      if (own < required - least) breaches.push({ cells, direction: 0, required, kept: own, attacker: who })
    }
  }

  /** True if known witnesses serve for all attackers of a demand, either one after scaling or all together. */
  function isServed(demand: Demand): boolean {
    const known = (byCell.get(demand.cells[0]) ?? []).filter((one) => reachOf(one, demand) > 0).slice(0, MOST_TRIED)
    const servesAlone = (one: Witness): boolean => {
      const scaled = scaledTo(one, demand, room.below, room.above, model.whole)
      return scaled !== undefined && serving.open(demand, [scaled])?.length === 0
    }
    return known.some(servesAlone) || serving.open(demand, known)?.length === 0
  }

  function keep(witness: Witness): void {
    witnesses.push(witness)
    for (const cell of witness.cells) {
      const known = byCell.get(cell)
      if (known) known.push(witness)
      else byCell.set(cell, [witness])
    }
  }

  function search(demand: Demand, level: number, knowledge?: Knowledge): Witness | undefined {
    const own = owner[demand.cells[0]]
    const weight = (cell: number): number => Number(owner[cell] >= 0 && owner[cell] !== own)
    const all = whole(demand)
    for (const size of NEAR) {
      if (size >= all.length) break
      const near = suppressedAround(table, index, suppressed, demand.cells, size)
      const witness = finder.find(demand, near, { weight, rounds: 1, knowledge, level })
      if (witness) return witness
    }
    return finder.find(demand, all, { weight, rounds: 1, knowledge, level, isThorough: true })
  }

  /** The kept distance of a demand from an attacker, if no witness reached its level. */
  function far(demand: Demand, knowledge?: Knowledge): number {
    return finder.farthest(demand, whole(demand), knowledge).reach
  }

  function whole({ cells }: Demand): number[] {
    return [...new Set([...cells].map((c) => componentOf[c]))].flatMap((k) => [...members[k]])
  }

  function isBroken(demand: Demand, kept: number): boolean {
    return kept < demand.level - slack(demand)
  }

  function slack({ cells, level }: Demand): number {
    return KEPT * Math.max(level, Math.abs(cells.reduce((sum, c) => sum + table.values[c], 0)))
  }
}
