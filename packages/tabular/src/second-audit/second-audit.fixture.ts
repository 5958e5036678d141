import type { Highs } from 'highs'
import { openLoaded, type OpenProgram, type Program, type Rows, type Solution } from '../solver/program.js'
import { solver } from '../solver/solver.js'
import { innerOf, levelOf, type Prepared, type Rule } from './described.fixture.js'

/** A requirement of protection against one attacker. */
export interface Demand {
  /** `everybody`, or the respondent; `own` if they also use their contributions. */
  readonly attacker: string
  readonly knows: 'nothing' | 'alone' | 'own'
  /** A sensitive cell, or several with a sensitive sum. */
  readonly cells: readonly number[]
  readonly upper: number
  readonly lower: number
}

/** A demand with the bounds that the attacker computes. */
export interface Judged extends Demand {
  readonly low: number
  readonly high: number
  readonly broken: boolean
}

export interface SecondAudit {
  /** Public interval of every suppressed cell. */
  readonly intervals: ReadonlyMap<number, readonly [number, number]>
  readonly judged: readonly Judged[]
  readonly broken: readonly Judged[]
}

export interface SecondAuditOptions {
  /** True if lone respondents of suppressed cells attack. */
  readonly singletons?: boolean | undefined
  /** True if respondents of two or more suppressed inner cells attack with their contributions. */
  readonly own?: boolean | undefined
}

/**
 * Audits a pattern independently of the project's audit; only the solver is shared. Its programs use the cells' values
 * instead of deviations: one least and one greatest value for each attacker and target, in whole numbers for counts.
 * Rules are applied by definition to the contributions.
 *
 * @param audited - True table, its sensitive cells and rules.
 * @param pattern - Not 0 for the suppressed cells.
 * @param options - Attackers.
 * @returns Public intervals, and all demands with their verdicts.
 */
export async function secondAudit(
  audited: Prepared,
  pattern: Uint8Array,
  { singletons = true, own = false }: SecondAuditOptions = {},
): Promise<SecondAudit> {
  const suppressed = [...pattern.keys()].filter((c) => pattern[c] !== 0)
  const reader = openReader(await solver(), audited, suppressed)
  try {
    const intervals = new Map(suppressed.map((cell) => [cell, reader.interval([cell], nothing)] as const))
    const demands = demandsOf(audited, pattern, { singletons, own })
    const judged = judgedBy(reader, audited, suppressed, demands)
    return { intervals, judged, broken: judged.filter((one) => one.broken) }
  } finally {
    reader.close()
  }
}

/**
 * Finds the demands of one pattern that are broken in another. With every permitted cell suppressed, these are demands
 * that no pattern keeps.
 *
 * @param audited - The table.
 * @param pattern - The other pattern.
 * @param demands - Demands of the first audit.
 * @returns The demands that are broken there.
 */
export async function brokenToo(
  audited: Prepared,
  pattern: Uint8Array,
  demands: readonly Demand[],
): Promise<readonly Judged[]> {
  const suppressed = [...pattern.keys()].filter((c) => pattern[c] !== 0)
  const reader = openReader(await solver(), audited, suppressed)
  try {
    return judgedBy(reader, audited, suppressed, demands).filter((one) => one.broken)
  } finally {
    reader.close()
  }
}

function judgedBy(
  reader: Reader,
  audited: Prepared,
  suppressed: readonly number[],
  demands: readonly Demand[],
): Judged[] {
  const { values } = audited.table
  const inside = insiders(audited, suppressed)
  return demands.map((demand) => {
    const { attacker, knows, cells, upper, lower } = demand
    const { alone = [], cells: parts = nothing.atLeast } = inside.get(attacker) ?? {}
    const knowledge = { exactly: knows === 'nothing' ? [] : alone, atLeast: knows === 'own' ? parts : nothing.atLeast }
    const [low, high] = reader.interval(cells, knowledge)
    const value = cells.reduce((sum, cell) => sum + values[cell], 0)
    const slack = 1e-6 * Math.max(1, Math.abs(value))
    const broken = high - low <= slack || high < value + upper - slack || low > value - lower + slack
    return { ...demand, low, high, broken }
  })
}

/** All demands, by attacker. */
function demandsOf(
  audited: Prepared,
  pattern: Uint8Array,
  { singletons, own }: { readonly singletons: boolean; readonly own: boolean },
): Demand[] {
  const { table, contributions, primary } = audited
  const suppressed = [...pattern.keys()].filter((c) => pattern[c] !== 0)
  const everybody = { attacker: 'everybody', knows: 'nothing' } as const
  const demands: Demand[] = []
  for (const [cell, { upper, lower }] of primary) demands.push({ ...everybody, cells: [cell], upper, lower })
  for (const [who, { alone, cells }] of insiders(audited, suppressed)) {
    for (const knows of ['alone', 'own'] as const) {
      if (knows === 'alone' ? !singletons || alone.length === 0 : !own || cells.size < 2) continue
      for (const [cell, full] of primary) {
        const known = contributions[cell].size === 1 && contributions[cell].has(who)
        if (pattern[cell] === 0 || known) continue
        const levels = levelsAgainst(contributions[cell], who, full, table.values[cell], knows)
        if (levels.upper > 0 || levels.lower > 0) demands.push({ attacker: who, knows, cells: [cell], ...levels })
      }
    }
  }
  for (const union of unions(audited, pattern)) demands.push({ ...everybody, ...union })
  return demands
}

/** Level of a cell against a respondent: that of the remainder without their part. */
function levelsAgainst(
  contributions: ReadonlyMap<string, number>,
  who: string,
  full: { readonly upper: number; readonly lower: number; readonly rules: readonly Rule[] },
  value: number,
  knows: 'alone' | 'own',
): { readonly upper: number; readonly lower: number } {
  const part = contributions.get(who)
  // A respondent with lone cells who is not in the target faces its whole level.
  if (part === undefined && knows === 'alone') return { upper: full.upper, lower: full.lower }
  const rest = [...contributions].filter(([other]) => other !== who).map(([, x]) => x)
  // Without known contributions, as in a table without records, the remainder is unknown.
  if (contributions.size === 0) return { upper: full.upper, lower: full.lower }
  const upper = Math.max(0, ...full.rules.map((rule) => levelOf(rule, rest, 'remainder')))
  return { upper, lower: Math.min(upper, part === undefined ? full.lower : value - part) }
}

interface Insider {
  /** Suppressed cells, including totals, with no other contributor. */
  readonly alone: readonly number[]
  /** Suppressed inner cells with their contributions. */
  readonly cells: ReadonlyMap<number, number>
}

function insiders({ table, contributions }: Prepared, suppressed: readonly number[]): ReadonlyMap<string, Insider> {
  const inner = innerOf(table)
  const found = new Map<string, { readonly alone: number[]; readonly cells: Map<number, number> }>()
  for (const cell of suppressed)
    for (const [who, x] of contributions[cell]) {
      const one = found.get(who) ?? { alone: [], cells: new Map<number, number>() }
      found.set(who, one)
      if (contributions[cell].size === 1) one.alone.push(cell)
      if (inner[cell] === 1) one.cells.set(cell, x)
    }
  return found
}

/**
 * Sensitive sums over suppressed parts of a relation. For each respondent of two or more of them these are the parts
 * with their contributions; if the total is published, also all parts.
 */
function unions(
  { table, contributions, rules }: Prepared,
  pattern: Uint8Array,
): { readonly cells: readonly number[]; readonly upper: number; readonly lower: number }[] {
  const sets = new Map<string, readonly number[]>()
  for (const { cells } of table.equations) {
    const parts = [...cells.subarray(1)].filter((cell) => pattern[cell] !== 0 && table.values[cell] > 0)
    const all = new Set(parts.flatMap((cell) => [...contributions[cell].keys()]))
    const shared = [...all]
      .map((who) => parts.filter((cell) => contributions[cell].has(who)))
      .filter(({ length }) => length > 1)
    if (shared.length > 0 && pattern[cells[0]] === 0) shared.push(parts)
    for (const one of shared) sets.set(one.join(), one)
  }
  return [...sets.values()].flatMap((cells) => {
    const merged = new Map<string, number>()
    for (const cell of cells) for (const [who, x] of contributions[cell]) merged.set(who, (merged.get(who) ?? 0) + x)
    const x = [...merged.values()]
    const total = x.reduce((a, b) => a + b, 0)
    const asked = rules.filter(({ kind }) => kind !== 'freq').map((rule) => levelOf(rule, x, 'cell'))
    const upper = Math.max(0, ...asked)
    return upper > 0 ? [{ cells, upper, lower: Math.min(upper, total) }] : []
  })
}

interface Knowledge {
  readonly exactly: readonly number[]
  readonly atLeast: ReadonlyMap<number, number>
}

const nothing: Knowledge = { exactly: [], atLeast: new Map() }

interface Reader {
  interval(cells: readonly number[], knowledge: Knowledge): readonly [number, number]
  close(): void
}

/** Opens programs with the suppressed cells as unknowns, one per connected part. */
function openReader(highs: Highs, audited: Prepared, suppressed: readonly number[]): Reader {
  const { table, whole } = audited
  const parts = joined(audited, suppressed)
  const open: { readonly cells: readonly number[]; readonly rows: Rows; readonly program: OpenProgram }[] = []
  const partOf = new Map<number, number>()
  for (const cells of parts) {
    cells.forEach((cell) => partOf.set(cell, open.length))
    const rows = rowsOf(audited, cells)
    const zero = new Float64Array(cells.length)
    const program = openLoaded(highs, { cost: zero, lower: zero, upper: zero.map(() => Infinity), rows })
    open.push({ cells, rows, program })
  }
  return {
    close: () => open.forEach(({ program }) => program.close()),
    interval(targets, { exactly, atLeast }) {
      const hidden = targets.filter((cell) => partOf.has(cell))
      const shown = targets.filter((cell) => !partOf.has(cell)).reduce((sum, cell) => sum + table.values[cell], 0)
      if (hidden.length === 0) return [shown, shown]
      const { cells, rows, program } = open[partOf.get(hidden[0]) ?? Number.NaN]
      const [lower, upper] = boundsOf(audited, cells)
      cells.forEach((cell, i) => {
        lower[i] = Math.min(table.values[cell], Math.max(lower[i], atLeast.get(cell) ?? lower[i]))
        if (exactly.includes(cell)) lower[i] = upper[i] = table.values[cell]
      })
      const places = Int32Array.from(cells.keys())
      program.setBounds(places, lower, upper)
      const end = (sign: 1 | -1): number => {
        const cost = Float64Array.from(cells, (cell) => (hidden.includes(cell) ? -sign : 0))
        program.setCost(places, cost)
        const warm = program.solve()
        // After unbounded programs the solver sometimes fails: solve once more from the start.
        const linear = warm.state === 'stopped' ? solvedAnew(highs, { cost, lower, upper, rows }) : warm
        if (linear.state === 'unbounded') return sign * Infinity
        if (linear.state !== 'optimal') throw new Error(`the true table is not among its own: ${linear.state}`)
        if (!whole) return shown - sign * linear.objective
        if (linear.x.every((x) => Math.abs(x - Math.round(x)) < 1e-6))
          return shown - sign * Math.round(linear.objective)
        const found = solvedAnew(highs, { cost, lower, upper, rows, whole: new Uint8Array(cells.length).fill(1) })
        if (found.state !== 'optimal') throw new Error(`no whole numbers: ${found.state}`)
        return shown - sign * Math.round(found.objective)
      }
      return [end(-1), end(1)]
    },
  }
}

function solvedAnew(highs: Highs, program: Program): Solution {
  const open = openLoaded(highs, program)
  const found = open.solve()
  open.close()
  return found
}

/** Public bounds of the suppressed cells of one part. */
function boundsOf(
  { table: { values, known, magnitudes }, whole }: Prepared,
  cells: readonly number[],
): [Float64Array, Float64Array] {
  const negative = values.some((value) => value < 0) || magnitudes !== undefined
  // The guess that no suppressed count is 0 is right if no connected count is 0.
  const guessed = Number(whole && cells.every((cell) => values[cell] !== 0))
  const low = negative ? -Infinity : guessed
  return [
    Float64Array.from(cells, (cell) => Math.min(values[cell], known?.low[cell] ?? low)),
    Float64Array.from(cells, (cell) => Math.max(values[cell], known?.high[cell] ?? Infinity)),
  ]
}

/** Σ sign·x over the suppressed cells of a relation is −Σ sign·value over its published ones. */
function rowsOf({ table: { values, equations } }: Prepared, members: readonly number[]): Rows {
  const place = new Map(members.map((cell, i) => [cell, i]))
  const sums: number[] = []
  const starts = [0]
  const columns: number[] = []
  const coefficients: number[] = []
  for (const { cells, signs } of equations) {
    if (!cells.some((cell) => place.has(cell))) continue
    let sum = 0
    cells.forEach((cell, i) => {
      const column = place.get(cell)
      if (column === undefined) sum -= signs[i] * values[cell]
      else {
        columns.push(column)
        coefficients.push(signs[i])
      }
    })
    sums.push(sum)
    starts.push(columns.length)
  }
  return {
    lower: sums,
    upper: sums,
    starts: Int32Array.from(starts),
    columns: Int32Array.from(columns),
    values: Float64Array.from(coefficients),
  }
}

/** Groups suppressed cells that relations connect. */
function joined({ table: { equations } }: Prepared, suppressed: readonly number[]): number[][] {
  const root = new Map(suppressed.map((cell) => [cell, cell]))
  const find = (cell: number): number => {
    let at = cell
    for (let above = root.get(at); above !== undefined && above !== at; above = root.get(at)) at = above
    return at
  }
  for (const { cells } of equations) {
    const within = [...cells].filter((cell) => root.has(cell))
    for (const cell of within) root.set(find(cell), find(within[0]))
  }
  const parts = new Map<number, number[]>()
  for (const cell of suppressed) parts.set(find(cell), [...(parts.get(find(cell)) ?? []), cell])
  return [...parts.values()]
}
