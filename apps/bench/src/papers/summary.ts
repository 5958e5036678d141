import type { Paper, PaperTable } from './paper.js'
import { chanceOfOutside, outsideChance } from './drawn.js'
import { unreproduced, verdictOf, type Check, type Verdict } from './verdict.js'

/** A paper with so many outlying values that chance explains them in less than one paper in a thousand has changed. */
const LEAST_CHANCE = 0.001

/** Verdicts that compare a value, and their words in the sentence. */
const words: readonly (readonly [verdict: Verdict, one: string, many: string])[] = [
  ['exact', 'exact', 'exact'],
  ['in range', 'in range', 'in range'],
  ['outlying', 'outlying', 'outlying'],
  ['misprint', 'known misprint', 'known misprints'],
  ['disputed', 'known disagreement', 'known disagreements'],
  ['known bias', 'with a known bias', 'with a known bias'],
  ['not reproducible', 'not reproducible', 'not reproducible'],
  ['differs', 'different', 'different'],
]

export interface Summary {
  /** False if a value differs, if too many are outlying, or if nothing is compared. */
  readonly passed: boolean
  readonly outcome: 'REPRODUCED' | 'PARTLY REPRODUCED' | 'NOT REPRODUCED'
  /** Number of printed values by verdict; a value that is compared more than once counts once. */
  readonly counts: Readonly<Record<Verdict, number>>
  /** Number of printed values that are compared. */
  readonly compared: number
  /** The counts in a sentence. */
  readonly sentence: string
}

/** Counts the verdicts on a paper's tables; a paper without any comparison has not passed. */
export function summarise(tables: readonly PaperTable[]): Summary {
  const counts: Record<Verdict, number> = {
    exact: 0,
    'in range': 0,
    outlying: 0,
    misprint: 0,
    'known bias': 0,
    'not reproducible': 0,
    disputed: 0,
    'not printed': 0,
    'not compared': 0,
    differs: 0,
  }
  let drawn = 0
  /** Chance of each independent group of drawn values to have an outlying one, and the number of groups with one. */
  const chances: number[] = []
  let outlyingGroups = 0
  for (const group of groupsOf(tables)) {
    let drawnHere = 0
    let isOutlying = false
    for (const check of group) {
      const verdict = verdictOf(check)
      if (check.again && verdict !== 'differs') continue
      counts[verdict]++
      if (check.tolerance?.most !== undefined && /^(in range|outlying|differs)$/.test(verdict)) drawnHere++
      isOutlying ||= verdict === 'outlying'
    }
    if (drawnHere > 0) chances.push(Math.min(1, outsideChance * drawnHere))
    if (isOutlying) outlyingGroups++
    drawn += drawnHere
  }
  const { outlying } = counts
  const chance = chanceOfOutside(outlyingGroups, chances)
  const compared = words.reduce((sum, [verdict]) => sum + counts[verdict], 0)
  const passed = counts.differs === 0 && compared > 0 && chance >= LEAST_CHANCE
  const parts = words
    .filter(([verdict]) => counts[verdict] > 0 || verdict === 'exact' || verdict === 'differs')
    .map(([verdict, one, many]) => `${counts[verdict]} ${counts[verdict] === 1 ? one : many}`)
  const isWhole = unreproduced.every((verdict) => counts[verdict] === 0)
  return {
    passed,
    outcome: !passed ? 'NOT REPRODUCED' : isWhole ? 'REPRODUCED' : 'PARTLY REPRODUCED',
    counts,
    compared,
    sentence: `${compared} printed values compared: ${parts.join(', ')}.${drawn === 0 ? '' : ` ${drawnSentence(drawn, outlying, chance)}`}`,
  }
}

/** Returns the checks in independent groups: a row with values of the same runs, else each value. */
const groupsOf = (tables: readonly PaperTable[]): Check[][] =>
  tables.flatMap((table) =>
    table.isDependent
      ? table.rows.map((row) => checksOf([{ ...table, rows: [row] }]))
      : checksOf([table]).map((check) => [check]),
  )

const checksOf = (tables: readonly PaperTable[]): Check[] =>
  tables.flatMap(({ rows }) => rows.flatMap(({ checks }) => checks.filter((check) => check !== null)))

/** Number of outlying values, and the probability of as many. */
function drawnSentence(drawn: number, outlying: number, chance: number): string {
  const expected = (outsideChance * drawn).toFixed(1)
  const many =
    outlying === 0 ? '' : ` By chance ${Number((100 * chance).toPrecision(2))} % of papers would have as many.`
  return (
    `${drawn} printed values were drawn once: ${outlying} lie outside the range of 95 % of our draws, ` +
    `${expected} are expected.${many}`
  )
}

/** A place of a paper: number of printed values, of those compared, and of those left out with the reason. */
export interface PlaceCount {
  readonly where: string
  readonly printed: number
  readonly compared: number
  readonly leftOut: number
  readonly why: string
}

/**
 * Counts the printed and the compared values of a paper by place.
 *
 * @param paper - the paper; a place that it does not list has as many printed values as are compared
 * @param tables - all its tables
 * @returns one row for each place, in the order of the paper
 */
export function placeCounts({ prints = [] }: Paper, tables: readonly PaperTable[]): PlaceCount[] {
  const compared = new Map<string, number>()
  for (const table of tables) {
    const count = checksOf([table]).filter((check) => {
      const verdict = verdictOf(check)
      return !check.again && verdict !== 'not printed' && verdict !== 'not compared'
    }).length
    const where = table.where ?? table.id
    if (count > 0) compared.set(where, (compared.get(where) ?? 0) + count)
  }
  const listed = prints.map(({ where, values, leftOut: why = '' }) => ({ where, printed: values, why }))
  const others = [...compared]
    .filter(([where]) => prints.every((one) => one.where !== where))
    .map(([where, printed]) => ({ where, printed, why: '' }))
  return [...listed, ...others].map(({ where, printed, why }) => {
    const count = compared.get(where) ?? 0
    return { where, printed, compared: count, leftOut: printed - count, why }
  })
}

/** Returns the places that have more compared than printed values, or values left out without a reason. */
export function placeProblems(places: readonly PlaceCount[]): string[] {
  return places.flatMap(({ where, printed, compared, leftOut, why }) => {
    if (leftOut < 0) return [`${where}: ${compared} values compared, ${printed} are printed`]
    return leftOut > 0 && why === '' ? [`${where}: ${leftOut} values are left out without a reason`] : []
  })
}
