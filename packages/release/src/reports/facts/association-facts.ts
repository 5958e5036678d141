import type { CategoricalColumn, Dataset } from '@sdc/core'
import type { FileSchema } from '@sdc/engine'
import type { ReportMatrix } from '@sdc/report'
import { namesPeople } from './relation-facts.js'

/** Both files, by columns that are categories in each. */
interface Both {
  readonly original: Dataset
  readonly masked: Dataset
  readonly schema?: FileSchema | undefined
}

/** Largest number of levels; columns with more contain texts, not categories to compare. */
const MOST_LEVELS = 100
/** Largest number of records times pairs; of larger files, every k-th record is counted. */
const MOST_COUNTED = 1e8

/**
 * Returns associations of both files among the columns that are categories in each: Cramér's V with Bergsma's bias
 * correction, 0 to 1.
 *
 * @param files - The original and the masked file.
 * @returns Both matrices; null if a column has one level. Undefined with fewer than two columns.
 */
export function associationFacts({
  original,
  masked,
  schema,
}: Both): { readonly before: ReportMatrix; readonly after: ReportMatrix } | undefined {
  const names = masked.names.filter(
    (name) =>
      original.names.includes(name) &&
      !namesPeople(schema, name) &&
      [original, masked].every((data) => isShort(data, name)),
  )
  if (names.length < 2) return undefined
  return { before: associationsOf(original, names), after: associationsOf(masked, names) }
}

function isShort(data: Dataset, name: string): boolean {
  const column = data.column(name)
  return column.kind === 'categorical' && column.levels.length <= MOST_LEVELS
}

function associationsOf(data: Dataset, names: readonly string[]): ReportMatrix {
  const columns = names.flatMap((name): CategoricalColumn[] => {
    const column = data.column(name)
    return column.kind === 'categorical' ? [column] : []
  })
  const pairs = (names.length * (names.length - 1)) / 2
  const step = Math.max(1, Math.ceil((data.rows * pairs) / MOST_COUNTED))
  const values: (number | null)[][] = names.map(() => names.map(() => 1))
  for (let i = 1; i < columns.length; i++)
    for (let j = 0; j < i; j++) values[i][j] = values[j][i] = cramersV(columns[i], columns[j], step)
  return { names, values }
}

/** Returns Cramér's V of two columns over the records that have both, corrected for its bias (Bergsma 2013). */
function cramersV(a: CategoricalColumn, b: CategoricalColumn, step: number): number | null {
  const width = b.levels.length
  const counts = new Float64Array(a.levels.length * width)
  const [rows, columns] = [new Float64Array(a.levels.length), new Float64Array(width)]
  let n = 0
  for (let i = 0; i < a.codes.length; i += step) {
    const [r, c] = [a.codes[i], b.codes[i]]
    if (r < 0 || c < 0) continue
    counts[r * width + c]++
    rows[r]++
    columns[c]++
    n++
  }
  const [r, c] = [rows, columns].map((sums) => sums.reduce((count, sum) => count + (sum > 0 ? 1 : 0), 0))
  if (r < 2 || c < 2) return null
  let phi2 = -1
  counts.forEach((count, at) => {
    if (count > 0) phi2 += (count * count) / (rows[Math.floor(at / width)] * columns[at % width])
  })
  const corrected = Math.max(0, phi2 - ((r - 1) * (c - 1)) / (n - 1))
  const most = Math.min(r - ((r - 1) * (r - 1)) / (n - 1), c - ((c - 1) * (c - 1)) / (n - 1)) - 1
  return most > 0 ? Math.min(1, Math.sqrt(corrected / most)) : null
}
