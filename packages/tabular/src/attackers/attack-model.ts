import { givenStatuses, type Sensitivity, type Table } from '@sdc/core'
import { isFrequencyTable } from '../table/counts-only.js'
import { greatestValues, leastValues } from './least-values.js'
import { respondentsOf, type Respondents } from './respondents.js'
import { roomOf, type Room } from './room.js'

/** Options of the attackers in addition to everybody. */
export interface AttackOptions {
  /** `published`: empty cells are shown as 0, so in a table of counts every other cell is known to be at least 1. */
  readonly zeros: 'published' | 'suppressible'
  /** `protect`: respondents who are alone in suppressed cells attack by their values; `auto`: in tables of sums only. */
  readonly singletons: 'auto' | 'protect' | 'ignore'
  /** `protect`: respondents of several suppressed cells attack; they know each to be at least their contribution. */
  readonly own: 'protect' | 'ignore'
}

/**
 * Requirement for one sum of cells on one side: a reader cannot exclude a difference of the level from the true value.
 */
export interface Demand {
  /** One cell, or cells of one relation together. */
  readonly cells: Int32Array
  readonly direction: 1 | -1
  readonly level: number
}

/** A sliding level: required width of both sides of a cell together. */
export interface Span {
  readonly cell: number
  readonly width: number
}

/** Sensitive cells of one respondent that are sensitive together as well. */
export interface Union {
  readonly cells: Int32Array
  readonly upper: number
  readonly lower: number
}

/** Knowledge of all attackers, and demands against each: the one definition for protection, audit and attack. */
export interface AttackModel {
  readonly table: Table
  /** True for a table of counts: readers know that all values are whole. */
  readonly whole: boolean
  /** The sensitive cells, in order. */
  readonly primary: Int32Array
  /** Their levels, limited by public knowledge. */
  readonly levels: Sensitivity
  readonly respondents: Respondents
  /** True if respondents who are alone attack. */
  readonly singletons: boolean
  /** True if respondents of several cells attack. */
  readonly own: boolean
  /** Possible distances of each cell from its true value under a pattern. */
  roomIn(suppressed: Uint8Array): Room
  /** Demands on single cells against everybody. */
  readonly demands: readonly Demand[]
  readonly spans: readonly Span[]
  /**
   * The level of a demand on one cell against an attacker; 0 if none is demanded. A respondent who is alone in cells
   * attacks under their number with what they know exactly. A respondent of several cells attacks under `ownOf` this
   * number with all their contributions.
   */
  levelFrom(attacker: number, demand: Demand): number
  /** Contributors of a cell against whom its level is higher than against everybody. */
  deeper(demand: Demand): readonly number[]
  /** Unions in which the sums over suppressed cells are sensitive. */
  unionsIn(suppressed: Uint8Array): Union[]
}

/** Offset of the attacker number of a respondent who uses all contributions, not only cells in which they are alone. */
const OWN = 2 ** 40

/** Attacker number of a respondent of several cells. */
export const ownOf = (respondent: number): number => OWN + respondent

/** Returns true for an attacker who uses their contributions to several cells. */
export const isOwn = (attacker: number): boolean => attacker >= OWN

/** The respondent behind an attacker number. */
export const respondentOf = (attacker: number): number => (isOwn(attacker) ? attacker - OWN : attacker)

/** Share of a value below which a level is the rounding error of a sum. */
const ROUNDING = 1e-9
/** Least width of the interval of a sensitive cell without a level, as a share of its value. */
const HIDDEN = 1e-4

/**
 * Builds the model of a table's attackers. Everybody knows the published cells, the relations, the least values, and
 * that counts are whole. A respondent also knows their contributions. Prior public knowledge cannot be protected and
 * limits the levels: L = min(L, a − lb), U = min(U, high − a).
 *
 * Against a respondent r with contribution y to a cell of value X, the rule's level of the remainder must be kept, as
 * an outsider sees it. It is U′ of X′ = X − y and of the contributions without r's (p %: p/100·x₁′ − (X′ − x₁′)), L′ =
 * min(U′, X − max(lb, y)). Levels are in the unit of the table. Rules and levels: Hundepool et al. (2012), chapter 4;
 * respondents throughout a component and unions are ours.
 *
 * @param table - True table.
 * @param sensitive - Sensitive cells, their levels, and the rules that found them.
 * @param options - Respondents who attack.
 * @returns The model.
 * @throws BAD_TABLE if a cell is outside its public bounds
 */
export function attackModel(table: Table, sensitive: Sensitivity, options: AttackOptions): AttackModel {
  const { values } = table
  const whole = isFrequencyTable(table)
  const least = leastValues(table, options.zeros === 'suppressible' ? 0 : 1)
  const high = greatestValues(table)
  const primary = Int32Array.from([...values.keys()].filter((c) => sensitive.status[c] === 1))
  const levels = levelsWithin(table, sensitive, least, high, whole)
  const respondents = respondentsOf(table)
  const singletons = options.singletons === 'auto' ? !whole : options.singletons === 'protect'
  const own = options.own === 'protect' && respondents.areKnown
  const level = (cell: number, direction: 1 | -1): number => (direction > 0 ? levels.upper : levels.lower)[cell]
  const demands = [...primary].flatMap((cell) =>
    ([1, -1] as const).flatMap((direction): Demand[] =>
      level(cell, direction) > 0 ? [{ cells: Int32Array.of(cell), direction, level: level(cell, direction) }] : [],
    ),
  )
  const spans = [...primary].flatMap((cell): Span[] => {
    const width = levels.width[cell]
    return width > levels.upper[cell] + levels.lower[cell] ? [{ cell, width }] : []
  })
  /** Levels [above, below] of the remainder of a cell for a respondent, by the rules that found the cell. */
  const remains = (who: number, cell: number): readonly [number, number] => {
    const found = sensitive.rules?.filter(({ status }) => status[cell] === 1) ?? []
    const y = respondents.contribution(who, cell)
    const rest = respondents.remainder(cell, who)
    if (!(rest.total > ROUNDING * values[cell])) return [0, 0]
    const byRule = Math.max(0, ...found.map(({ levelOf }) => levelOf?.(rest, 'remainder') ?? 0))
    // Levels declared in the table are scaled by the share of the cell that remains.
    const share = y > 0 && values[cell] > 0 ? rest.total / values[cell] : 1
    const asked = (own: Float64Array): number => {
      const level = found.some(({ levelOf }) => levelOf !== undefined) ? byRule : own[cell] * share
      return level > ROUNDING * rest.total ? level : 0
    }
    const above = Math.min(asked(levels.upper), high[cell] - values[cell])
    const below = Math.max(0, Math.min(asked(levels.lower), values[cell] - Math.max(least[cell], y)))
    return whole ? [Math.ceil(above - ROUNDING), Math.ceil(below - ROUNDING)] : [above, below]
  }
  const kept = new Map<string, readonly [number, number]>()
  const remainsOnce = (who: number, cell: number): readonly [number, number] => {
    const key = `${who},${cell}`
    const made = kept.get(key) ?? remains(who, cell)
    kept.set(key, made)
    return made
  }
  const several = new Set(own ? respondents.several : [])
  const levelFrom = (attacker: number, { cells, direction, level: asked }: Demand): number => {
    if (cells.length > 1) return 0
    const [cell] = cells
    const who = respondentOf(attacker)
    if (respondents.owner[cell] === who) return 0
    const remaining = (): number => remainsOnce(who, cell)[direction > 0 ? 0 : 1]
    if (respondents.contribution(who, cell) > 0) return remaining()
    return isOwn(attacker) ? Math.min(asked, remaining()) : asked
  }
  return {
    table,
    whole,
    primary,
    levels,
    respondents,
    singletons,
    own,
    demands,
    spans,
    levelFrom,
    deeper: (demand) =>
      demand.cells.length > 1 || !(singletons || own)
        ? []
        : [...respondents.contributors(demand.cells[0]).keys()]
            .flatMap((who) => [
              ...(singletons && respondents.loneCells(who).length > 0 ? [who] : []),
              ...(several.has(who) ? [ownOf(who)] : []),
            ])
            .filter((attacker) => levelFrom(attacker, demand) > demand.level * (1 + ROUNDING)),
    roomIn: (suppressed) => roomOf(table, suppressed),
    unionsIn: (suppressed) =>
      respondents.areKnown || singletons ? unionsIn(table, sensitive, respondents, suppressed) : [],
  }
}

const ZERO = (givenStatuses as readonly string[]).indexOf('zero')

/** Returns true if a pattern suppresses a cell of value 0 that is not known to be empty. */
export function hidesZeros({ values, given }: Table, suppressed: Uint8Array): boolean {
  return values.some((value, c) => value === 0 && suppressed[c] > 0 && given?.[c] !== ZERO)
}

/**
 * Limits levels by public knowledge: L = min(L, a − lb), U = min(U, high − a), with the bounds lb and high that a
 * pattern leaves; whole numbers for counts.
 *
 * @param table - True table.
 * @param pattern - Above 0 for the suppressed cells.
 * @param sensitive - Sensitive cells and their levels.
 * @returns The same cells with the attainable part of their levels.
 * @throws BAD_TABLE if a cell is outside its public bounds
 */
export function attainableLevels(table: Table, pattern: Uint8Array, sensitive: Sensitivity): Sensitivity {
  const least = leastValues(table, hidesZeros(table, pattern) ? 0 : 1)
  const { lower, upper } = levelsWithin(table, sensitive, least, greatestValues(table), isFrequencyTable(table))
  return { ...sensitive, lower, upper }
}

/** Limits levels by public knowledge; a sensitive cell without a level still must not be computed exactly. */
function levelsWithin(
  { values }: Table,
  { status, lower, upper, width, rules }: Sensitivity,
  least: Float64Array,
  high: Float64Array,
  whole: boolean,
): Sensitivity {
  const smallest = values.reduce((a, value) => (value !== 0 ? Math.min(a, Math.abs(value)) : a), Infinity)
  const steps = (level: number): number => (whole ? Math.ceil(level - ROUNDING) : level)
  const ended = (level: number, room: number, c: number): number => (status[c] === 1 ? Math.min(steps(level), room) : 0)
  const above = upper.map((one, c) => ended(one, high[c] - values[c], c))
  const below = lower.map((one, c) => ended(one, values[c] - least[c], c))
  const wide = width.map((one, c) => {
    if (status[c] !== 1) return 0
    const room = high[c] - least[c]
    if (one > 0 || above[c] > 0 || below[c] > 0) return Math.min(steps(one), room)
    const hidden = HIDDEN * (Math.abs(values[c]) || (smallest < Infinity ? smallest : 1))
    return Math.min(whole ? 1 : hidden, room)
  })
  return { status, lower: below, upper: above, width: wide, ...(rules && { rules }) }
}

/** Finds unions in each relation: suppressed parts of one respondent, and all suppressed parts under a published total. */
function unionsIn(
  { equations, values }: Table,
  { rules = [] }: Sensitivity,
  respondents: Respondents,
  suppressed: Uint8Array,
): Union[] {
  const judges = rules.flatMap(({ levelOf }) => (levelOf === undefined ? [] : [levelOf]))
  const found = new Map<string, Union>()
  if (judges.length === 0) return []
  const judge = (cells: readonly number[]): void => {
    const key = cells.join()
    if (found.has(key)) return
    const together = respondents.together(cells)
    const level = Math.max(...judges.map((levelOf) => levelOf(together, 'union')))
    const total = cells.reduce((sum, c) => sum + values[c], 0)
    if (level > ROUNDING * Math.max(1, Math.abs(total)))
      found.set(key, { cells: Int32Array.from(cells), upper: level, lower: Math.min(level, total) })
  }
  for (const { cells, signs } of equations) {
    const parts = [...cells].filter((c, i) => signs[i] > 0 && suppressed[c] > 0 && values[c] !== 0)
    if (parts.length < 2) continue
    const of = new Map<number, number[]>()
    for (const part of parts)
      for (const who of respondents.contributors(part).keys()) {
        const known = of.get(who)
        if (known) known.push(part)
        else of.set(who, [part])
      }
    const several = [...of.values()].filter((own) => own.length > 1)
    several.forEach(judge)
    const total = cells.find((_, i) => signs[i] < 0)
    if (several.length > 0 && total !== undefined && suppressed[total] === 0) judge(parts)
  }
  return [...found.values()]
}
