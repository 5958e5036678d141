import {
  givenStatuses,
  type CellContributions,
  type Contributions,
  type Sensitivity,
  type SensitivityRule,
  type Table,
} from '@sdc/core'
import { cellNamed, tableFrom, type WrittenTable } from '../golden.fixture.js'

/** A contribution of a respondent to an inner cell; the other columns are its codes. */
export type DescribedRecord = Readonly<Record<string, string | number>> & {
  readonly respondent: string
  readonly x: number
}

/** A table with all knowledge of its attackers, in the form of `attacks.json`. */
export interface DescribedTable extends WrittenTable {
  readonly kind: 'count' | 'mag'
  /** `freq=3`, `p=20%`, `nk=1,70`, `pq=15,60`. */
  readonly rules: readonly string[]
  readonly options: {
    /** `unsafe`: counts of 0 are sensitive as well. */
    readonly zeros: 'published' | 'suppressible' | 'unsafe'
    readonly cost: 'value' | 'one'
    /** Cells that are safe despite the rules, and cells that must be published. */
    readonly safe: readonly string[]
    readonly fixed: readonly string[]
    /** Holding by firm, for firms with one. */
    readonly holding: Readonly<Record<string, string>> | null
  }
  /** Null for counts. */
  readonly records: readonly DescribedRecord[] | null
}

/** Contribution of each respondent to a cell. */
export type ByRespondent = ReadonlyMap<string, number>

/** Levels of a sensitive cell, limited by public knowledge, and its rules. */
export interface Primary {
  readonly upper: number
  readonly lower: number
  readonly rules: readonly Rule[]
}

/** A rule on contributions, by its definition. */
export interface Rule {
  readonly name: string
  readonly kind: 'freq' | 'p' | 'nk' | 'pq'
  readonly numbers: readonly number[]
}

/** Input of the second audit and of the methods. */
export interface Prepared {
  readonly table: Table
  readonly whole: boolean
  readonly zeros: 'published' | 'suppressible'
  /** Contributions to every cell including totals, added by holding; empty for counts. */
  readonly contributions: readonly ByRespondent[]
  readonly rules: readonly Rule[]
  readonly primary: ReadonlyMap<number, Primary>
  readonly sensitive: Sensitivity
}

/** Reads a rule; `freq=3, level 20 % of the value` is the frequency rule in a table of magnitudes. */
export function ruleOf(text: string): Rule {
  const [kind, rest] = text.split('=')
  const numbers = rest
    .replace(', level', ',')
    .split(',')
    .map((one) => Number.parseFloat(one))
  if ((kind !== 'freq' && kind !== 'p' && kind !== 'nk' && kind !== 'pq') || numbers.some(Number.isNaN))
    throw new Error(`no rule ${text}`)
  return { name: text, kind, numbers }
}

/**
 * Returns the level of a rule for contributions; 0 if they are safe. p: p/100·x₁ − (X − x₁ − x₂), pq with p/q in place
 * of p/100, nk: 100/k·Σ_{i≤n} x_i − X, freq: a share of the value if fewer than m contribute. The observer of a
 * remainder is not one of its contributors and does not know x₂.
 */
export function levelOf({ kind, numbers }: Rule, contributions: readonly number[], as: 'cell' | 'remainder'): number {
  const x = [...contributions].sort((a, b) => b - a)
  if (x.length === 0) return 0
  const total = x.reduce((a, b) => a + b, 0)
  const [first, second = 100] = numbers
  const level = (): number => {
    if (kind === 'freq') return x.length >= first ? 0 : ((numbers[1] ?? 20) / 100) * total
    if (kind === 'nk') return (100 / second) * x.slice(0, first).reduce((a, b) => a + b, 0) - total
    return (first / second) * x[0] - (total - x[0] - (as === 'cell' ? (x[1] ?? 0) : 0))
  }
  const asked = level()
  return asked > 1e-9 * Math.max(1, total) ? asked : 0
}

/** The contributions of every respondent to every cell, added up from the records. */
export function contributionsTo({ dims, cells, records, options }: DescribedTable): ByRespondent[] {
  const place = new Map(cells.map((cell, c) => [dims.map(({ name }) => cell[name]).join('|'), c]))
  const made = cells.map(() => new Map<string, number>())
  for (const record of records ?? []) {
    const who = options.holding?.[record.respondent] ?? record.respondent
    const lines = dims.map(({ name, levels }) => {
      const line: string[] = []
      for (let code: string | null | undefined = String(record[name]); code;) {
        line.push(code)
        code = levels.find((level) => level.code === code)?.parent
      }
      return line
    })
    const names = lines.reduce<string[][]>(
      (before, line) => before.flatMap((one) => line.map((code) => [...one, code])),
      [[]],
    )
    for (const name of names) {
      const cell = made[place.get(name.join('|')) ?? Number.NaN]
      cell.set(who, (cell.get(who) ?? 0) + record.x)
    }
  }
  return made
}

/** 1 for the cells that are not a total of a relation. */
export function innerOf({ values, equations }: Table): Uint8Array {
  const inner = new Uint8Array(values.length).fill(1)
  for (const { cells } of equations) inner[cells[0]] = 0
  return inner
}

/**
 * Public lower bound of a cell before suppression: the sum over its inner cells, where a non-zero count is at least 1
 * if zeros are published.
 */
function leastBefore(table: Table, isOne: boolean): Float64Array {
  const inner = innerOf(table)
  const least = table.values.map((value, c) => Number(isOne && inner[c] === 1 && value > 0))
  // As many rounds as levels of hierarchies, all dimensions together.
  for (let round = 0; round < 12; round++)
    for (const { cells } of table.equations)
      least[cells[0]] = Math.max(
        least[cells[0]],
        cells.subarray(1).reduce((sum, cell) => sum + least[cell], 0),
      )
  return least
}

/**
 * Prepares the table with its sensitive cells by the definitions of the rules, independently of the project's rules.
 */
export function prepared(described: DescribedTable): Prepared {
  const { kind, options, cells } = described
  const whole = kind === 'count'
  const plain = tableFrom(described)
  const cell = cellNamed(plain)
  const given = new Uint8Array(cells.length)
  for (const name of options.safe) given[cell(name)] = givenStatuses.indexOf('safe')
  for (const name of options.fixed) given[cell(name)] = givenStatuses.indexOf('fixed')
  const contributions = contributionsTo(described)
  const table: Table = { ...plain, given, ...(whole ? asCounts(plain) : asMagnitudes(plain, contributions)) }
  const rules = described.rules.map(ruleOf)
  const least = leastBefore(table, whole && options.zeros === 'published')
  const primary = new Map<number, Primary>()
  const asked = (rule: Rule, c: number): number => {
    if (given[c] === givenStatuses.indexOf('safe')) return 0
    if (whole) return Number((table.values[c] > 0 || options.zeros === 'unsafe') && table.values[c] < rule.numbers[0])
    return levelOf(rule, [...contributions[c].values()], 'cell')
  }
  table.values.forEach((value, c) => {
    const found = rules.filter((rule) => asked(rule, c) > 0)
    if (found.length === 0) return
    const upper = Math.max(...found.map((rule) => asked(rule, c)))
    primary.set(c, { upper, lower: Math.min(upper, value - least[c]), rules: found })
  })
  const of = (number: (one: Primary) => number): Float64Array =>
    table.values.map((_, c) => {
      const one = primary.get(c)
      return one ? number(one) : 0
    })
  const sensitive: Sensitivity = {
    status: Uint8Array.from(of(() => 1)),
    upper: of(({ upper }) => upper),
    // Levels of the rules; the attackers' model limits them by public knowledge.
    lower: of(({ upper }) => upper).map((level, c) => (table.values[c] === 0 ? 0 : level)),
    width: of(() => 0),
    rules: rules.map((rule) =>
      sensitivityRule(
        rule,
        of((one) => Number(one.rules.includes(rule))),
        whole,
      ),
    ),
  }
  const zeros = options.zeros === 'published' ? 'published' : 'suppressible'
  return { table, whole, zeros, contributions, rules, primary, sensitive }
}

function asCounts({ values }: Table): Partial<Table> {
  return { counts: Int32Array.from(values) }
}

/** Counts, largest contributions, lone contributors, and contributions to inner cells. */
function asMagnitudes(table: Table, contributions: readonly ByRespondent[]): Partial<Table> {
  const respondents = [...new Set(contributions.flatMap((one) => [...one.keys()]))].sort()
  const number = new Map(respondents.map((one, i) => [one, i]))
  const top = Math.max(2, ...contributions.map(({ size }) => size))
  const largest = new Float64Array(top * contributions.length)
  contributions.forEach((one, c) =>
    largest.set(
      [...one.values()].sort((a, b) => b - a),
      top * c,
    ),
  )
  return {
    counts: Int32Array.from(contributions, ({ size }) => size),
    largest,
    top,
    alone: Int32Array.from(contributions, (one) => (one.size === 1 ? (number.get([...one.keys()][0]) ?? -1) : -1)),
    contributions: packed(table, contributions, number),
    respondents,
  }
}

function packed(
  table: Table,
  contributions: readonly ByRespondent[],
  number: ReadonlyMap<string, number>,
): CellContributions {
  const inner = innerOf(table)
  const of = contributions.map((one, c) => (inner[c] === 1 ? [...one] : []))
  const starts = new Int32Array(of.length + 1)
  of.forEach(({ length }, c) => (starts[c + 1] = starts[c] + length))
  return {
    starts,
    respondents: Int32Array.from(of.flat(), ([who]) => number.get(who) ?? -1),
    values: Float64Array.from(of.flat(), ([, x]) => x),
  }
}

/** A rule with its levels for other contributions, in the form that methods use. */
function sensitivityRule(rule: Rule, status: Float64Array, whole: boolean): SensitivityRule {
  const { name } = rule
  if (whole) return { name, status: Uint8Array.from(status) }
  return {
    name,
    status: Uint8Array.from(status),
    // A union is judged like a cell. A frequency rule does not apply to one: its contributors are added, not counted.
    levelOf: ({ largest, count }: Contributions, as) =>
      rule.kind === 'freq' && as === 'union'
        ? 0
        : levelOf(rule, Array.from(largest).slice(0, count < 0 ? undefined : count), as === 'union' ? 'cell' : as),
  }
}
