import type { Measurement, MeasureInput } from '@sdc/core'
import { sum } from '@sdc/stats'
import { completeRecords, figures, knownPairs, leftOut, notUsed, tooFewPairs, unmeasured } from '@sdc/toolkit'
import { assignedRecords } from './assigned-records.js'
import { spreadsOf } from '../columns/distance-keys.js'
import { distanceSpaceOf, type DistanceBy } from './distance-space.js'
import { dominatedColumns } from '../columns/dominated-columns.js'
import { incompleteWarning } from '../columns/incomplete-records.js'
import type { LinkDirection } from '../search/link.js'
import { NO_KEYS, varyingColumns } from '../columns/linkage-keys.js'
import { MOST_ASSIGNED } from '../search/one-to-one.js'
import { ofOriginals, pairsOfPersons, rightRows } from '../search/record-linkage.js'

/**
 * Links the complete records of two files one-to-one, with the smallest sum of distances.
 *
 * @param input - Both files.
 * @param direction - File of the attacked records.
 * @param by - Distance of two records.
 * @returns Percent of the records that are linked to a right one, and the credit of every original record.
 */
export function assignmentLinkage(input: MeasureInput<unknown>, direction: LinkDirection, by: DistanceBy): Measurement {
  const known = knownPairs(input.origin)
  const few = tooFewPairs(known.masked.length, input.origin, true)
  if (few) return unmeasured(few)
  const { names, spreads } = varyingColumns(input)
  if (names.length === 0) return unmeasured(NO_KEYS)
  const { original, masked, pairs, numbers } = completeRecords(input, names, known)
  const forward = direction === 'original-to-masked'
  const all = pairsOfPersons(pairs, input, original.rows)
  const attacked = forward ? rightRows(all.original, all.masked) : rightRows(all.masked, all.original)
  const { linked, right } = attacked
  const counts = leftOut({
    [notUsed.unmatchedOriginal]: input.original.rows - new Set(pairs.original).size,
    [notUsed.unlinkedMasked]: input.masked.rows - pairs.masked.length,
    [notUsed.constantColumns]: input.columns.length - names.length,
  })
  const without = (reason: string): Measurement => unmeasured(reason, linked.length, new Map([['left-out', counts]]))
  if (pairs.masked.length < 2)
    return without(`${pairs.masked.length} masked records have all columns in both files; the metric needs 2`)
  const most = Math.max(original.rows.length, masked.rows.length)
  if (most > MOST_ASSIGNED) return without(tooManyToAssign(most))
  const files = { original, masked }
  const made = distanceSpaceOf(files, by)(files, { names, x: spreads, y: spreadsOf(input.masked, names) })
  const [from, to] = forward ? [made.original, made.masked] : [made.masked, made.original]
  const { credit, percents, total } = assignedRecords(
    from,
    to,
    attacked,
    by.distance,
    input.rng.child('order'),
    (done) => input.tick(done),
  )
  const assigned = {
    'random orders': percents.length,
    'percent, least of the orders': Math.min(...percents),
    'percent, greatest of the orders': Math.max(...percents),
    'total distance of the links': total,
  }
  const linkage = {
    'records to link': linked.length,
    candidates: to[0].length,
    'expected by chance': all.masked.length / to[0].length,
  }
  const warnings = [...dominatedColumns(names, spreads), ...incompleteWarning(known.masked.length, numbers.length)]
  // For a masked record, its own original comes first.
  const places = forward ? linked : linked.map((_, l) => right.rows[right.starts[l]])
  return {
    value: (100 * sum(credit)) / linked.length,
    used: linked.length,
    records: ofOriginals(
      input.original.rows,
      places.map((place) => original.rows[place]),
      credit,
    ),
    tables: new Map([
      ['assignment', figures(assigned)],
      ['linkage', figures(linkage)],
      ['left-out', counts],
    ]),
    ...(warnings.length > 0 && { warnings }),
  }
}

function tooManyToAssign(records: number): string {
  return (
    `a one-to-one linkage of ${records} records is too large: it compares all pairs of up to ${MOST_ASSIGNED}. Link ` +
    'to the nearest record, or measure groups of the file'
  )
}
