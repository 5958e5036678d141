import type { Dataset } from '@sdc/core'
import type { FileSchema } from '@sdc/engine'
import type { ReportMatrix, ReportMoves } from '@sdc/report'
import { correlationMatrix, quantiles, sortOrder } from '@sdc/stats'
import { completePairs } from '@sdc/stats/internal'

/** Both files, with the columns that are numeric in each. */
interface Both {
  readonly original: Dataset
  readonly masked: Dataset
  /** Schema with roles: numbers that name persons, households or times have no correlations. */
  readonly schema?: FileSchema | undefined
}

/** Returns true for a column that names persons, households or times: its relations have no meaning. */
export function namesPeople(schema: FileSchema | undefined, name: string): boolean {
  return naming.includes(schema && Object.hasOwn(schema.columns, name) ? schema.columns[name].role : undefined)
}

const naming: readonly (string | undefined)[] = ['identifier', 'household', 'person', 'wave']

/**
 * Returns the Pearson correlations of both files among the columns that are numeric in each.
 *
 * @param files - The original and the masked file.
 * @returns Both matrices; null if a column is constant or a pair has no complete records. Undefined with fewer than
 *   two columns.
 */
export function correlationFacts({
  original,
  masked,
  schema,
}: Both): { readonly before: ReportMatrix; readonly after: ReportMatrix } | undefined {
  const names = numbersOfBoth({ original, masked, schema })
  if (names.length < 2) return undefined
  return { before: correlationsOf(original, names), after: correlationsOf(masked, names) }
}

/** Returns the columns that are numeric in both files, in the order of the masked one. */
export function numbersOfBoth({ original, masked, schema }: Both): string[] {
  return masked.names.filter(
    (name) =>
      !namesPeople(schema, name) &&
      original.names.includes(name) &&
      original.column(name).kind === 'numeric' &&
      masked.column(name).kind === 'numeric',
  )
}

function correlationsOf(data: Dataset, names: readonly string[]): ReportMatrix {
  const matrix = correlationMatrix(names.map((name) => finite(data, name)))
  const value = (i: number, j: number): number | null => {
    const one = matrix.get(i, j)
    return Number.isNaN(one) ? null : one
  }
  return { names, values: names.map((_, i) => names.map((__, j) => value(i, j))) }
}

/** Returns the numbers of a column; infinite ones have no correlation, and count as missing. */
function finite(data: Dataset, name: string): Float64Array {
  const column = data.column(name)
  if (column.kind !== 'numeric') return new Float64Array(data.rows).fill(Number.NaN)
  return hasInfinite(column.values)
    ? column.values.map((v) => (Math.abs(v) === Infinity ? Number.NaN : v))
    : column.values
}

function hasInfinite(values: Float64Array): boolean {
  for (let i = 0; i < values.length; i++) if (Math.abs(values[i]) === Infinity) return true
  return false
}

/** Distances that the records of the columns moved, or the reason for having none. */
export interface MoveFacts {
  readonly moves?: readonly ReportMoves[] | undefined
  /** Reason for having none, or a note on the counted records. */
  readonly reason?: string | undefined
}

/** Largest number of ranked records: for a million it would take longer than masking them. */
const MOST_MOVES = 100_000

/** Steps from the least to the greatest distance. */
const STEPS = 20

/**
 * Returns the distances that the records of every masked column moved in rank: |rank before − rank after| in percent of
 * the greatest possible distance. Records with equal values are ranked along the other file, so that a tie does not
 * count as a move.
 *
 * @param files - Both files, and the original record of each masked one (−1 if unknown).
 * @param columns - The masked columns.
 * @returns 21 quantiles for each column that is numeric in both; a reason if records do not correspond one to one.
 */
export function moveFacts(
  { original, masked, origin }: Both & { readonly origin: Int32Array },
  columns: readonly string[],
): MoveFacts {
  if (!isOneToOne(origin, original.rows)) {
    const reason =
      'Moves of records are not shown: released records do not match original ones (a sample, or synthetic records).'
    return { reason }
  }
  const names = numbersOfBoth({ original, masked }).filter((name) => columns.includes(name))
  const nth = Math.ceil(origin.length / MOST_MOVES)
  const looked = Float64Array.from({ length: Math.ceil(origin.length / nth) }, (_, k) => k * nth)
  const steps = Float64Array.from({ length: STEPS + 1 }, (_, k) => k / STEPS)
  const moves = names.flatMap((name): ReportMoves[] => {
    const [before, after] = [original.column(name), masked.column(name)]
    if (before.kind !== 'numeric' || after.kind !== 'numeric') return []
    const distances = rankDistances(
      looked.map((i) => before.values[origin[i]]),
      looked.map((i) => after.values[i]),
    )
    return distances.length < 2 ? [] : [{ name, quantiles: Array.from(quantiles(distances, steps)) }]
  })
  const sampled = nth > 1 ? { reason: `Moves of records: 1 record in ${nth}, by the ranks among these.` } : {}
  return moves.length > 0
    ? { moves, ...sampled }
    : { reason: 'No masked column is numbers in both files: nothing has ranks.' }
}

/** Returns the distances |rank of x − rank of y| of every complete pair, in percent of the greatest possible. */
function rankDistances(x: Float64Array, y: Float64Array): Float64Array {
  const { a, b } = completePairs(x, y)
  const byA = sortOrder(a)
  // Stable sorts: equal values in b keep the order of a, then equal values in a the order of b.
  const byB = along(b, byA)
  const again = along(a, byB)
  const rankOfB = new Float64Array(a.length)
  byB.forEach((i, at) => (rankOfB[i] = at))
  const distances = new Float64Array(a.length)
  again.forEach((i, at) => (distances[i] = (100 * Math.abs(at - rankOfB[i])) / (a.length - 1)))
  return distances
}

/** Returns the records in the order of their values; records with equal values keep a given order. */
function along(values: Float64Array, order: Uint32Array): Uint32Array {
  return sortOrder(Float64Array.from(order, (i) => values[i])).map((at) => order[at])
}

/** Returns true if every record of the original is that of one masked record. */
export function isOneToOne(origin: Int32Array, rows: number): boolean {
  if (origin.length !== rows) return false
  const seen = new Uint8Array(rows)
  return origin.every((row) => row >= 0 && seen[row]++ === 0)
}
