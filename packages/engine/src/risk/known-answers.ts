import { seededRng, type Dataset } from '@sdc/core'
import { knownItemsRisk } from '@sdc/toolkit/internal'
import { numbersUpTo } from '../bind/in-place.js'

/** Risk before masking of an intruder who knows the quasi-identifiers and some answers to a questionnaire. */
export interface KnownAnswers {
  /** Number of items. */
  readonly items: number
  /** Number of answers that the intruder knows. */
  readonly known: number
  /** Number of measured sets of items. */
  readonly sets: number
  /** Share of people in classes of one, mean over the sets. */
  readonly unique: number
  /** Share of people in classes of fewer than three. */
  readonly belowThree: number
  /** Expected share of correct re-identifications. */
  readonly expected: number
  /** Set with the greatest share of people in classes of fewer than three, and that share. */
  readonly worst: { readonly items: readonly string[]; readonly belowThree: number }
}

/** Columns that an intruder knows, and the number of known answers. */
export interface KnownAnswersInput {
  readonly keys: readonly string[]
  readonly items: readonly string[]
  /** Number of known answers; 3 by default. */
  readonly known?: number | undefined
  readonly person?: string | undefined
}

/** Number of persons in a class that protects them. */
const FEWEST = 3
const USUAL_KNOWN = 3
/** Largest number of sets, and of records times sets; at least `LEAST` sets are measured. */
const MOST = 500
const MOST_RECORDS = 2_000_000
const LEAST = 20

/**
 * Computes the risk that an intruder knows the quasi-identifiers and any few answers of a person.
 *
 * @param data - The file.
 * @param input - Quasi-identifiers, items, and number of known answers.
 * @returns Shares, as means over the sets of items; undefined without items or records. If there are many sets, a
 *   sample is used, the same in every call.
 */
export function knownAnswers(data: Dataset, input: KnownAnswersInput): KnownAnswers | undefined {
  const { keys, items, known = USUAL_KNOWN, person } = input
  if (items.length === 0 || data.rows === 0) return undefined
  const found = knownItemsRisk({
    original: data,
    released: data,
    origin: numbersUpTo(data.rows),
    keys,
    items,
    known,
    k: FEWEST,
    most: Math.min(MOST, Math.max(LEAST, Math.floor(MOST_RECORDS / data.rows))),
    roles: { person },
    rng: seededRng('known answers'),
  })
  // The values of a file always fit themselves.
  if (typeof found === 'string') return undefined
  const { sets, below, unique, found: guessed } = found
  const meanOf = (shares: Float64Array): number => shares.reduce((sum, one) => sum + one, 0) / shares.length
  const worst = below.indexOf(below.reduce((most, one) => Math.max(most, one), 0))
  return {
    items: items.length,
    known: sets[0].length,
    sets: sets.length,
    unique: meanOf(unique),
    belowThree: meanOf(below),
    expected: meanOf(guessed),
    worst: { items: Array.from(sets[worst], (item) => items[item]), belowThree: below[worst] },
  }
}
