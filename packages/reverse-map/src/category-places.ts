import { listed, SdcError, type CategoricalColumn, type Rng } from '@sdc/core'
import { rank } from '@sdc/stats'
import { marginality, type SemanticDistance } from './marginality.js'
import { levelsOfBoth } from '@sdc/toolkit'
import { taxonomyTree } from '@sdc/toolkit/internal'

/** Categories as numbers to rank: the place of each category in an order of all. */
export interface CategoryPlaces {
  /** Places of the original's values and of the masked ones; NaN if missing. */
  readonly x: Float64Array
  readonly y: Float64Array
  /** Code in the original's column for every place; higher codes for categories that only the masked file has. */
  readonly codeAt: Int32Array
}

/**
 * Returns the order in which reverse mapping ranks the categories of a column, in both files.
 *
 * Ordered categories have the order of the original's levels, or that of the ordered classes they were recoded to.
 * Nominal ones have ascending marginality in the original, equal ones at random by category. A category that only the
 * masked file has is ranked by its marginality, too, computed from the original's records. Source: Domingo-Ferrer,
 * Sánchez & Rufian-Torrell 2013; Muralidhar, Sarathy & Domingo-Ferrer 2014, section 3.
 *
 * @param original - Column of the original file.
 * @param masked - Column of the masked file.
 * @param distance - Measure of the distance between categories.
 * @param rng - Source of the order of equal categories; without it they keep their own.
 * @returns The places of the categories of both columns.
 * @throws BAD_PLAN for a masked category that is not among ordered levels, and the errors of `taxonomyTree`
 */
export function categoryPlaces(
  original: CategoricalColumn,
  masked: CategoricalColumn,
  distance: SemanticDistance,
  rng?: Rng,
): CategoryPlaces {
  const { codes: maskedCode, levels } = levelsOfBoth(original.levels, masked.levels)
  const coarser = isCoarser(original, masked)
  if (original.ordered && !coarser) refuseOutside(original, masked, maskedCode)
  const placeOf = original.ordered
    ? Float64Array.from(original.levels.keys())
    : nominalPlaces(original, levels, distance, rng)
  const codeAt = new Int32Array(placeOf.length)
  placeOf.forEach((place, code) => (codeAt[place] = code))
  return {
    x: Float64Array.from(original.codes, (code) => (code < 0 ? Number.NaN : placeOf[code])),
    // Ordered classes that the original does not have are ranked by their own order: only the order matters.
    y: Float64Array.from(masked.codes, (code) => (code < 0 ? Number.NaN : coarser ? code : placeOf[maskedCode[code]])),
    codeAt,
  }
}

/** True if ordered categories were recoded to fewer ones, and some are new. */
function isCoarser(original: CategoricalColumn, masked: CategoricalColumn): boolean {
  if (!original.ordered || !masked.ordered) return false
  const before = new Set(original.levels)
  return masked.levels.length < before.size && masked.levels.some((level) => !before.has(level))
}

/** Refuses a new category of an ordered column: its place in the order is unknown. */
function refuseOutside(original: CategoricalColumn, masked: CategoricalColumn, originalCode: Int32Array): void {
  const i = masked.codes.findIndex((code) => code >= 0 && originalCode[code] >= original.levels.length)
  if (i < 0) return
  const message =
    `the masked value "${masked.levels[masked.codes[i]]}" of record ${i + 1} is not one of the ordered ` +
    `categories ${listed(original.levels)}`
  const fix = 'Give the levels of both files in a schema, or declare the column unordered.'
  throw new SdcError('BAD_PLAN', message, { row: i + 1 }, fix)
}

function nominalPlaces(
  original: CategoricalColumn,
  categories: readonly string[],
  distance: SemanticDistance,
  rng: Rng | undefined,
): Float64Array {
  const counts = new Float64Array(categories.length)
  for (const code of original.codes) if (code >= 0) counts[code]++
  const tree = taxonomyTree(categories, original.taxonomy)
  const ofAll = marginality(tree, counts, distance).subarray(0, categories.length)
  return rank(ofAll, rng === undefined ? 'first' : 'random', rng).map((one) => one - 1)
}
