import { countValues, linearRegression, median, standardDeviation } from '@sdc/stats'
import { log, type TimeKind } from '@sdc/core'
import { commonStep, dependentColumns, type DependentColumn } from '@sdc/stats/internal'
import { columnInRule } from '@sdc/rules'
import { groupedNumber, numberText } from './words.js'

/** A column of numbers that takes part in the search for equations. */
export interface NumberColumn {
  readonly name: string
  readonly values: Float64Array
  /** Kind of dates and times: an equation computes the number of days between dates, not a date. */
  readonly time?: TimeKind | undefined
}

/** An equation that holds in (nearly) every record in which its columns have a value. */
export interface Equation {
  readonly columns: readonly string[]
  /** `PTOTVAL = PEARNVAL + POTHVAL`. */
  readonly text: string
  /** The same as a rule of a schema; undefined for products. */
  readonly rule: string | undefined
  /** Number of records in which it holds, and of all judged records. */
  readonly holds: number
  readonly of: number
  /** True if it holds only up to the rounding of the values. */
  readonly rounded: boolean
}

/** Result of the search for equations, with the columns left out. */
export interface EquationSearch {
  readonly equations: readonly Equation[]
  /** Columns that were not examined: beyond the greatest number, or missing too often together with the others. */
  readonly left: readonly string[]
}

/** Most columns that are searched together; computing their basis takes columns² · records steps. */
export const MOST_COLUMNS = 250
/** Number of records, evenly spread, in which equations are sought; they are confirmed in all records. */
const SAMPLE = 1500
/** Number of records needed beyond the number of columns: with fewer, equations hold by chance. */
const MARGIN = 20
/**
 * Greatest remainder of a sum, as a share of the spread, such as a few records that were corrected on one side only
 * leave.
 */
const SHARE = 0.05
/** Rounds in which columns that are only nearly dependent are treated as independent columns. */
const ROUNDS = 3
/** Share of the records in which an equation with exceptions must hold. */
const NEARLY_ALL = 0.99
/** Most terms of an equation: longer ones are not intended by anybody. */
const MOST_TERMS = 12

const isInfinite = (value: number): boolean => Math.abs(value) === Infinity

/**
 * Finds equations among columns of numbers: sums, differences, rescaled copies; among positive columns also products
 * and ratios.
 *
 * Columns that others determine up to a twentieth of their spread are found in 1,500 records (`dependentColumns`).
 * Their slopes are fitted without exceptions and replaced by simple numbers nearby (1, −1, 2, ½, 0.01, …). The equation
 * counts if it then holds in 99 % of all records, up to the rounding of the values: |y − c − Σ b·x| ≤ ½(step_y +
 * Σ|b|·step_x). Products are sums of logarithms.
 *
 * @param columns - Columns with different values; one with an infinite value is left out.
 * @param records - Number of values of each column.
 * @returns The equations, and the columns not examined. Cost: O(1,500·columns²), for at most 250 columns, and one pass
 *   per equation.
 */
export function exactSums(columns: readonly NumberColumn[], records: number): EquationSearch {
  const searched = columns.filter(({ values }) => !values.some(isInfinite)).slice(0, MOST_COLUMNS)
  const { used, rows } = completeSample(searched, records)
  const left = columns.filter((one) => !used.includes(one)).map(({ name }) => name)
  if (used.length < 2) return { equations: [], left }
  const gathered = used.map(({ values }) => rows.map((row) => values[row]))
  const steps = used.map(({ values }) => stepOf(values))
  const sums = search(gathered, (one) => confirmedSum(one, used, steps))
  const positive = used.flatMap(({ values, time }, j) =>
    time === undefined && gathered[j].every((value) => value > 0) && isPositive(values) ? [j] : [],
  )
  const logs = positive.map((j) => gathered[j].map((value) => log(value)))
  const of = positive.map((j) => used[j])
  const products =
    positive.length < 3
      ? []
      : search(logs, (one) =>
          confirmedProduct(
            one,
            of,
            positive.map((j) => steps[j]),
          ),
        )
  const known = new Set(sums.map(({ columns: names }) => [...names].sort().join('\0')))
  const further = products.filter(({ columns: names }) => !known.has([...names].sort().join('\0')))
  return { equations: [...sums, ...further], left }
}

/**
 * Searches for equations. Columns whose equation is not confirmed may be terms of others, and are treated as
 * independent in the next round.
 */
function search(
  gathered: readonly Float64Array[],
  confirmed: (one: DependentColumn) => Equation | undefined,
): Equation[] {
  const kept = new Set<number>()
  for (let round = 1; ; round++) {
    const found = dependentColumns(gathered, SHARE, kept)
    const judged = found.map((one) => {
      const fit = one.terms.length === 0 ? undefined : withoutExceptions(one, gathered)
      return { one, equation: fit && confirmed(fit) }
    })
    const failed = judged.filter(({ one, equation }) => equation === undefined && !kept.has(one.column))
    if (failed.length === 0 || round === ROUNDS) return judged.flatMap(({ equation }) => equation ?? [])
    for (const { one } of failed) kept.add(one.column)
  }
}

/** Rows with a residual of more than this many times the median are exceptions. */
const FAR = 6
/** Most fits until the set of exceptions stays the same. */
const FITS = 4
/**
 * A term with a slope that is not simple, and an effect below this share of its column's spread, is an artefact of
 * exceptions.
 */
const SMALL_TERM = 1e-3

/**
 * Fits the slopes without the records in which the equation does not hold, which least squares would follow. The fit is
 * repeated on the records whose residual is at most six times the median, until this set stays the same.
 */
function withoutExceptions(
  { column, terms }: DependentColumn,
  gathered: readonly Float64Array[],
): DependentColumn | undefined {
  const y = gathered[column]
  const spreads = gathered.map((values) => standardDeviation(values))
  const used = terms.filter((term) => Math.abs(term.slope) * spreads[term.column] > SMALL_TERM * spreads[column])
  if (used.length === 0) return undefined
  let rows = Float64Array.from(y.keys())
  let slopes = new Float64Array(0)
  let rests = new Float64Array(0)
  for (let fit = 0; fit < FITS; fit++) {
    const take = (values: Float64Array): Float64Array => rows.map((row) => values[row])
    const { coefficients } = linearRegression(
      take(y),
      used.map((term) => take(gathered[term.column])),
    )
    slopes = coefficients.slice(1)
    const shifted = y.map((value, i) =>
      used.reduce((sum, term, t) => sum - slopes[t] * gathered[term.column][i], value),
    )
    const middle = median(shifted)
    rests = shifted.map((rest) => rest - middle)
    const far = Math.max(FAR * median(rests.map(Math.abs)), 1e-9 * spreads[column])
    const near = Float64Array.from(y.keys()).filter((row) => Math.abs(rests[row]) <= far)
    if (near.length < y.length / 2 + used.length) return undefined
    const isSame = near.length === rows.length && near.every((row, k) => row === rows[k])
    rows = near
    if (isSame) break
  }
  const kept = used.flatMap((term, t) => {
    const isSmall = Math.abs(slopes[t]) * spreads[term.column] <= SMALL_TERM * spreads[column]
    return isSmall && simple(slopes[t]) === undefined ? [] : [{ column: term.column, slope: slopes[t] }]
  })
  const constant = median(
    y.map((value, i) => kept.reduce((sum, term) => sum - term.slope * gathered[term.column][i], value)),
  )
  return kept.length === 0 ? undefined : { column, constant, terms: kept }
}

/**
 * Returns records in which all columns have a value. If there are too few, the columns that are missing most often are
 * dropped.
 */
function completeSample(
  columns: readonly NumberColumn[],
  records: number,
): { readonly used: readonly NumberColumn[]; readonly rows: Float64Array } {
  const missing = new Map(columns.map((one) => [one, one.values.length - countValues(one.values)]))
  let used = [...columns]
  while (used.length >= 2) {
    const rows = completeRows(used, records)
    if (rows.length >= used.length + MARGIN) return { used, rows }
    const ordered = [...used].sort((a, b) => (missing.get(a) ?? 0) - (missing.get(b) ?? 0))
    const most = missing.get(ordered[ordered.length - 1]) ?? 0
    const fewer = ordered.slice(0, most === 0 ? Math.floor(used.length / 2) : Math.floor((3 * used.length) / 4))
    used = columns.filter((one) => fewer.includes(one))
  }
  return { used: [], rows: new Float64Array(0) }
}

function completeRows(columns: readonly NumberColumn[], records: number): Float64Array {
  const complete = new Uint8Array(records).fill(1)
  for (const { values } of columns) for (let i = 0; i < records; i++) if (values[i] !== values[i]) complete[i] = 0
  const places = new Int32Array(records)
  let found = 0
  for (let i = 0; i < records; i++) if (complete[i] === 1) places[found++] = i
  const all = places.subarray(0, found)
  const count = Math.min(all.length, Math.max(SAMPLE, 3 * columns.length))
  return Float64Array.from({ length: count }, (_, r) => all[Math.floor((r * all.length) / count)])
}

function stepOf(values: Float64Array): number {
  const step = commonStep(values)
  return step === null ? 0 : step.whole / step.scale
}

function isPositive(values: Float64Array): boolean {
  for (let i = 0; i < values.length; i++) if (values[i] <= 0) return false
  return true
}

/** Greatest relative distance of a slope from the simple number that replaces it. */
const NEAR = 1e-3

/**
 * Returns the simple number near a slope: an integer up to 12, a power of ten, or the inverse of one of these;
 * undefined if there is none.
 */
function simple(slope: number): number | undefined {
  const size = Math.abs(slope)
  const candidates = [Math.round(size), 1 / Math.round(1 / size), powerNear(size)]
  const near = candidates.find(
    (one) => one > 0 && one < Infinity && isSimple(one) && Math.abs(size - one) <= NEAR * one,
  )
  return near === undefined ? undefined : Math.sign(slope) * near
}

function isSimple(value: number): boolean {
  const whole = value >= 1 ? value : Math.round(1 / value)
  return whole <= 12 || [100, 1000, 10_000, 100_000, 1e6, 60, 52, 24, 365].includes(whole)
}

function powerNear(size: number): number {
  let power = 1
  for (let k = 0; k < 6 && power < 0.999 * size; k++) power *= 10
  for (let k = 0; k < 6 && power > 1.001 * size; k++) power /= 10
  return power >= 1 ? power : 1 / Math.round(1 / power)
}

interface Term {
  readonly column: NumberColumn
  /** Index in the file, which orders the terms. */
  readonly place: number
  readonly slope: number
  readonly step: number
}

function confirmedSum(
  { column, constant, terms }: DependentColumn,
  columns: readonly NumberColumn[],
  steps: readonly number[],
): Equation | undefined {
  const y = columns[column]
  if (terms.length > MOST_TERMS) return undefined
  const own = terms.map((term): Term => {
    const { column: place, slope } = term
    return { column: columns[place], place, slope: simple(slope) ?? slope, step: steps[place] }
  })
  const isSimpleSum = terms.every(({ slope }) => simple(slope) !== undefined)
  // A single column may have any slope, such as an exchange rate. Arbitrary slopes of several columns are a model, not
  // an equation.
  if (!isSimpleSum && own.length > 1) return undefined
  if (!isSensible([{ column: y, slope: -1 }, ...own])) return undefined
  const total = own.reduce(
    (sum, { slope, column: { values } }) => sum + Math.abs(slope) * largestOf(values),
    largestOf(y.values),
  )
  const half =
    steps[column] > 0 ? 0.5 * own.reduce((sum, { slope, step }) => sum + Math.abs(slope) * step, steps[column]) : 0
  const shift =
    Math.abs(constant) <= Math.max(half, 1e-9 * total) ? 0 : isSimpleSum ? roundedTo(constant, steps[column]) : constant
  // A copy is equal to the last digit.
  const room = own.length === 1 && own[0].slope === 1 ? 0 : half
  const found = held(
    y.values,
    own,
    (row) => own.reduce((sum, term) => sum + term.slope * term.column.values[row], shift),
    {
      exact: 1e-9 * total,
      room: Math.max(room, 1e-9 * total),
    },
  )
  return (
    found && {
      ...found,
      columns: [y.name, ...own.map((term) => term.column.name)],
      ...sumTexts({ column: y, place: column }, own, shift),
    }
  )
}

/** Greatest ratio of the slopes of dates. */
const MOST_TIMES = 12

/**
 * Returns true for an equation without dates. Dates must be of one kind, and their slopes small integer multiples of
 * the least; a single date has a simple slope.
 */
function isSensible(terms: readonly Pick<Term, 'column' | 'slope'>[]): boolean {
  const times = terms.filter(({ column }) => column.time !== undefined)
  if (times.length === 0) return true
  const sizes = times.map(({ slope }) => Math.abs(slope))
  const least = Math.min(...sizes)
  const isWhole = (ratio: number): boolean => Number.isInteger(ratio) && ratio <= MOST_TIMES
  const isOneKind = times.every(({ column }) => column.time === times[0].column.time)
  return (
    isOneKind && sizes.every((size) => isWhole(size / least)) && terms.every(({ slope }) => simple(slope) !== undefined)
  )
}

function confirmedProduct(
  { column, constant, terms }: DependentColumn,
  columns: readonly NumberColumn[],
  steps: readonly number[],
): Equation | undefined {
  const y = columns[column]
  const own = terms.map((term): Term => ({
    column: columns[term.column],
    place: term.column,
    slope: Math.round(term.slope),
    step: steps[term.column],
  }))
  const areWhole = terms.every(({ slope }, t) => Math.abs(slope - own[t].slope) < 0.01 && Math.abs(own[t].slope) === 1)
  if (!areWhole || own.length < 2 || own.length > 3 || Math.abs(constant) > 1e-3) return undefined
  const product = (row: number): number =>
    own.reduce((all, { slope, column: { values } }) => (slope > 0 ? all * values[row] : all / values[row]), 1)
  const exact = 1e-9 * largestOf(y.values)
  const found = held(y.values, own, product, { exact, room: Math.max(0.5001 * steps[column], exact) })
  return (
    found && {
      ...found,
      columns: [y.name, ...own.map((term) => term.column.name)],
      text: productText({ name: y.name, place: column }, own),
      rule: undefined,
    }
  )
}

/**
 * Counts the records in which an equation holds; undefined if these are not nearly all, or if too few records can show
 * it.
 */
function held(
  y: Float64Array,
  terms: readonly Term[],
  given: (row: number) => number,
  { exact, room }: { readonly exact: number; readonly room: number },
): Pick<Equation, 'holds' | 'of' | 'rounded'> | undefined {
  let [of, holds, toRounding] = [0, 0, 0]
  for (let i = 0; i < y.length; i++) {
    const rest = Math.abs(y[i] - given(i))
    if (rest !== rest) continue
    of++
    if (rest <= exact) holds++
    else if (rest <= room) toRounding++
  }
  const all = holds + toRounding
  if (of < MARGIN + terms.length || all < NEARLY_ALL * of) return undefined
  return { holds: all, of, rounded: toRounding > 0 }
}

function largestOf(values: Float64Array): number {
  let largest = 0
  for (let i = 0; i < values.length; i++) if (Math.abs(values[i]) > largest) largest = Math.abs(values[i])
  return largest
}

function roundedTo(value: number, step: number): number {
  return step > 0 ? Number((Math.round(value / step) * step).toPrecision(12)) : value
}

/** A column of an equation, and its index in the file. */
interface Side {
  readonly name: string
  readonly place: number
}

/** Returns the texts of a sum, for people and as a rule. */
function sumTexts(
  y: Pick<Term, 'column' | 'place'>,
  terms: readonly Term[],
  constant: number,
): Pick<Equation, 'text' | 'rule'> {
  const sides = [{ ...y, slope: -1 }, ...terms].map(({ column: { name, time }, place, slope }) => {
    return { name, time, place, slope }
  })
  const of = aloneOf(sides, constant)
  const rest = sides.filter((side) => side !== of).map((side) => ({ ...side, slope: -side.slope / of.slope }))
  rest.sort((a, b) => Number(b.slope > 0) - Number(a.slope > 0) || a.place - b.place)
  const [plus, minus] = ['+', '−']
  const end = constant === 0 ? [] : [{ size: Math.abs(constant), sign: constant < 0 ? minus : plus }]
  const parts = rest.map((side) => ({ side, sign: side.slope < 0 ? minus : plus }))
  const text = [
    ...parts.map(({ side, sign }) => ({ sign, text: times(side) })),
    ...end.map(({ size, sign }) => ({ sign, text: numberText(size) })),
  ]
  const rule = [
    ...parts.map(({ side, sign }) => ({ sign, text: timesInRule(side) })),
    ...end.map(({ size, sign }) => ({ sign, text: String(size) })),
  ]
  return { text: joined(of.name, text), rule: joined(columnInRule(of.name), rule).replaceAll(minus, '-') }
}

function joined(left: string, [first, ...others]: readonly { readonly sign: string; readonly text: string }[]): string {
  const begin = first.sign === '+' ? first.text : `${first.sign}${first.text}`
  return `${left} = ${[begin, ...others.map(({ sign, text }) => `${sign} ${text}`)].join(' ')}`
}

interface SumSide extends Side {
  readonly time: TimeKind | undefined
  readonly slope: number
}

/**
 * Returns the column on the left: the number of days between dates; else the one that makes all other slopes positive
 * (b = a + c instead of a = b − c); else the first.
 */
function aloneOf(sides: readonly SumSide[], constant: number): SumSide {
  if (constant !== 0) return sides[0]
  const whole = sides.filter(({ slope }) => Math.abs(slope) === 1)
  const between = sides.some(({ time }) => time) && whole.find(({ time }) => !time)
  if (between) return between
  return whole.find((side) => sides.every((one) => one === side || one.slope * side.slope < 0)) ?? sides[0]
}

function timesInRule({ name, slope }: SumSide): string {
  const size = Math.abs(slope)
  const inverse = Math.round(1 / size)
  if (size === 1) return columnInRule(name)
  return size < 1 && 1 / inverse === size ? `${columnInRule(name)} / ${inverse}` : `${size} * ${columnInRule(name)}`
}

function times({ name, slope }: { readonly name: string; readonly slope: number }): string {
  const size = Math.abs(slope)
  if (size === 1) return name
  return size < 1 && Number.isInteger(Math.round(1 / size)) && Math.abs(Math.round(1 / size) * size - 1) < 1e-12
    ? `${name}/${groupedNumber(Math.round(1 / size))}`
    : `${numberText(size)}·${name}`
}

/** Returns `a = b·c` or `a = b/c`, with the column on the left that leaves a product if there is one. */
function productText(y: Side, terms: readonly Term[]): string {
  const sides = terms.map(({ column, place, slope }) => ({ name: column.name, place, slope }))
  const above = sides.filter(({ slope }) => slope > 0)
  const below = sides.filter(({ slope }) => slope < 0)
  const times = (list: readonly Side[]): string =>
    [...list]
      .sort((a, b) => a.place - b.place)
      .map(({ name }) => name)
      .join('·')
  if (above.length === 0) return `${times([y, ...below])} = 1`
  if (below.length > 0 && above.length === 1) return `${above[0].name} = ${times([y, ...below])}`
  return `${y.name} = ${times(above)}${below.map(({ name }) => `/${name}`).join('')}`
}

/** Returns `in every record`, `in 1,019 of 1,080 records` or `to rounding`. */
export function holdsText({ holds, of, rounded }: Equation, records: number): string {
  const where =
    holds === of
      ? of === records
        ? 'in every record'
        : `in every record that has them (${groupedNumber(of)})`
      : `in ${groupedNumber(holds)} of ${groupedNumber(of)} records`
  return rounded ? `${where}, to rounding` : where
}
