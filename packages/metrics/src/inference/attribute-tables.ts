import type { Dataset } from '@sdc/core'
import { mean } from '@sdc/stats'
import { table } from '@sdc/toolkit'
import type { AttributeAttack, GuessedPeople } from './attribute-attack.js'
import { groupDifference, pairedDifference, type RateDifference } from './mean-difference.js'

/** Number of the most vulnerable records in the table. */
const SHOWN = 20

/** Column with its attack. */
export interface AttributeResult {
  readonly target: string
  readonly attack: AttributeAttack
  readonly difference: RateDifference
}

/**
 * Returns the difference for the same people with and without their own records, or between people inside and people of
 * the control file.
 *
 * @param attack - The guesses.
 * @param level - Confidence level of the interval.
 * @returns The difference in percentage points.
 */
export function differenceOf({ guessed: [inside, outside] }: AttributeAttack, level: number): RateDifference {
  if (outside !== undefined) return groupDifference(inside.whole, outside.whole, level)
  return pairedDifference(
    inside.whole.map((chance, r) => chance - inside.left[r]),
    level,
  )
}

/** Returns the share right of people outside. */
const outsideRate = ({ guessed: [inside, outside] }: AttributeAttack): number =>
  mean(outside === undefined ? inside.left : outside.whole)

/**
 * Returns both rates of every column, with their numbers of people.
 *
 * @param results - The attacks.
 * @returns A row for each column.
 */
export function attackTable(results: readonly AttributeResult[]): Dataset {
  const numbers = (of: (result: AttributeResult) => number): Float64Array => Float64Array.from(results, of)
  const inside = ({ attack }: AttributeResult): GuessedPeople => attack.guessed[0]
  const outside = ({ attack }: AttributeResult): GuessedPeople => attack.guessed[1] ?? attack.guessed[0]
  return table({
    column: results.map(({ target }) => target),
    'guessed as': results.map(({ attack }) => (attack.isCategory ? 'the most frequent' : 'the median')),
    'percent right inside': numbers((one) => 100 * mean(inside(one).whole)),
    'people inside': numbers((one) => inside(one).places.length),
    'percent right outside': numbers((one) => 100 * outsideRate(one.attack)),
    'people outside': numbers((one) => outside(one).places.length),
    'percent right by one value': numbers((one) => 100 * mean(inside(one).baseline)),
    difference: numbers((one) => one.difference.value),
    low: numbers((one) => one.difference.low),
    high: numbers((one) => one.difference.high),
    'standard error': numbers((one) => one.difference.standardError),
    'percent of the remainder': numbers((one) => {
      const rate = outsideRate(one.attack)
      return rate < 1 ? one.difference.value / (1 - rate) : Number.NaN
    }),
    keys: results.map(({ attack }) => attack.keys.join(', ')),
  })
}

/** Values by record of the original, for the column with the greatest difference between its two guesses. */
export interface Vulnerability {
  readonly greatest: Float64Array
  readonly whole: Float64Array
  readonly left: Float64Array
  readonly why: readonly (string | null)[]
}

/**
 * Returns the difference between each person's two guesses, for the column with the greatest one.
 *
 * @param results - The attacks.
 * @param rows - People behind the guesses: rows of the original.
 * @param of - Number of records of the original.
 * @returns A number for each record of the original, NaN for people not guessed.
 */
export function vulnerability(results: readonly AttributeResult[], rows: Int32Array, of: number): Vulnerability {
  const greatest = new Float64Array(of).fill(Number.NaN)
  const whole = new Float64Array(of).fill(Number.NaN)
  const left = new Float64Array(of).fill(Number.NaN)
  const why: (string | null)[] = Array.from({ length: of }, () => null)
  for (const { target, attack } of results) {
    const { places, whole: all, left: others, records } = attack.guessed[0]
    places.forEach((place, r) => {
      const row = rows[place]
      const more = 100 * Math.max(0, all[r] - others[r])
      if (greatest[row] >= more) return
      greatest[row] = more
      whole[row] = 100 * all[r]
      left[row] = 100 * others[r]
      if (more > 0)
        why[row] = `${target} by the ${nearestText(records[r])} in ${attack.keys.join(', ')}, its own among them`
    })
  }
  return { greatest, whole, left, why }
}

const nearestText = (records: number): string => (records === 1 ? 'nearest record' : `${records} nearest records`)

/**
 * Returns the records with the greatest risk, the worst first, with the reason.
 *
 * @param records - Result of `vulnerability`.
 * @returns A row for each record, numbered from 1.
 */
export function vulnerableTable({ greatest, why }: Vulnerability): Dataset {
  const atRisk = Array.from(greatest.keys()).filter((row) => greatest[row] > 0)
  const first = atRisk.sort((a, b) => greatest[b] - greatest[a] || a - b).slice(0, SHOWN)
  return table({
    record: first.map((row) => `${row + 1}`),
    'percentage points': Float64Array.from(first, (row) => greatest[row]),
    why: first.map((row) => why[row]),
  })
}
