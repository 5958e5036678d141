/**
 * Mean distance between original and masked categories, cell by cell.
 *
 * Loss = 100 · mean over cells of d(x, y). Nominal: d = 1 if the categories differ, else 0. Ordered, with D categories
 * in the original: d = (|{c : min(x, y) ≤ c ≤ max(x, y)}| − 1)/D, the number of steps between them over D. Categories
 * of a taxonomy, if they have no order or the original lacks one of them: the steps between them in it
 * (`taxonomyDistance`). A value that became missing, or the reverse, has d = 1; missing on both sides d = 0. Source:
 * Torra 2013, direct comparison of categorical values. The printed form for ordered categories adds 1, so that equal
 * values would have distance 1/D; here they have 0.
 */
import {
  defineMetric,
  type CategoricalColumn,
  type Measurement,
  type Aggregate,
  type MeasureFacts,
  type Plan,
} from '@sdc/core'
import { leftOut, levelsOfBoth, notUsed, tooFewLinked, unmeasured } from '@sdc/toolkit'
import { addedNumbers } from '@sdc/toolkit/internal'
import * as z from 'zod'
import { taxonomyDistance } from '../categories/taxonomy-distance.js'
import { lossInPercent } from '../card-facts.js'

const params = z.object({
  ordered: z
    .enum(['corrected', 'as-printed'])
    .default('corrected')
    .meta({
      description:
        'Distance of ordered categories: number of steps between them over the number of categories. As printed it ' +
        'counts one category more, so an unmasked value has distance 1/|D| from itself.',
    }),
  taxonomy: z.enum(['use', 'ignore']).default('use').meta({
    description:
      'use: categories of a column with a hierarchy are close if they meet early in it; ignore: they are equal or not.',
  }),
})

type DistanceParams = z.infer<typeof params>

export const categoricalDistanceMetric = defineMetric({
  id: 'loss/categorical-distance',
  title: 'Distance of categories',
  summary: 'Mean distance between the original and the masked category of a cell.',
  formula:
    '100 · mean over cells of d(x, y);  nominal: d = 1[x ≠ y];  ordered: d = (|{c : min ≤ c ≤ max}| − 1)/|D|;  ' +
    'taxonomy of H levels: d = steps/(2H)',
  source: [{ key: 'torra-2013', where: 'direct comparison of categorical values' }],
  notes: [
    {
      topic: 'limits',
      text:
        'For ordered categories the printed formula counts one category more, so an unmasked value has a loss of 1/|D|. ' +
        'Here it has none (ordered: as-printed has it). |D| counts the categories of the original, whether or not they ' +
        'occur; the greatest distance is (|D| − 1)/|D|.',
    },
    {
      topic: 'limits',
      text:
        'A category that the original lacks (a coarser one) has distance 1 from every value, unless the column has a ' +
        'hierarchy with it.',
    },
    {
      topic: 'choices',
      text:
        'With a hierarchy of H levels, d is the number of steps from one category up to the nearest common one and down ' +
        'to the other, over 2H, its maximum. A category and its parent have distance 1/(2H); categories without a common ' +
        'one have an extra step on each side. Ordered categories of the original keep their order. This form is this ' +
        "project's.",
    },
    {
      topic: 'missing',
      text: 'A value that became missing, and a missing one that got a value, count 1; missing in both files counts 0.',
    },
    {
      topic: 'limits',
      text:
        'It compares records: the metric omits masked records without a known origin, and counts them in the table. ' +
        'Swapped categories count as changed, although the column as a whole is the same.',
    },
  ],
  ...lossInPercent,
  accepts: ['ordered', 'nominal'],
  needsOrigin: true,
  share: 'cells',
  cost: { time: 'O(n·p)' },
  params,
  plan: read,
})

function* read(files: MeasureFacts<DistanceParams>): Plan<Measurement> {
  const { columns: names, original, masked, rows, params: asked } = files
  const tooFew = tooFewLinked(rows.pairs, rows.masked)
  if (tooFew !== undefined) return unmeasured(tooFew)
  const measured = names.flatMap((name) => {
    const [x, y] = [original.column(name), masked.column(name)]
    if (x.kind !== 'categorical' || y.kind !== 'categorical') return []
    return [{ name, distances: distancesOf(x, y, { ...asked, column: name }) }]
  })
  const counts = leftOut({
    [notUsed.withoutOrigin]: rows.masked - rows.pairs,
    'numeric columns': names.length - measured.length,
  })
  const tables = new Map([['left-out', counts]])
  const columns = new Map(names.map((name): [string, number | null] => [name, null]))
  if (measured.length === 0) return { ...unmeasured('no column has categories in both files', 0, tables), columns }
  const [sums] = yield [distanceAggregate(measured)]
  measured.forEach(({ name }, c) => columns.set(name, (100 * sums[c]) / rows.pairs))
  const used = rows.pairs * measured.length
  return { value: (100 * sums[measured.length]) / used, used, columns, tables }
}

/** Sums the distances of each column, and of all columns. */
function distanceAggregate(
  measured: readonly {
    readonly name: string
    readonly distances: (x: CategoricalColumn, y: CategoricalColumn) => Float64Array
  }[],
): Aggregate {
  return {
    reads: 'pairs',
    saysRecords: true,
    of({ original, masked, records }) {
      const sums = new Float64Array(measured.length + 1)
      const ofRecord = new Float64Array(masked.rows)
      measured.forEach(({ name, distances }, c) => {
        const [x, y] = [original, masked].map((data) => data.column(name) as CategoricalColumn)
        const own = distances(x, y)
        for (let r = 0; r < own.length; r++) {
          sums[c] += own[r]
          ofRecord[r] += own[r]
        }
      })
      for (let r = 0; r < ofRecord.length; r++) {
        sums[measured.length] += ofRecord[r]
        if (records) records[r] = (100 * ofRecord[r]) / measured.length
      }
      return sums
    },
    merge: addedNumbers,
  }
}

/** Options of a distance of categories; by default those of the metric. */
export type CategoryDistanceOptions = Partial<DistanceParams> & {
  /** Name of the column, for errors. */
  readonly column?: string
}

/** Returns the distances of the categories of paired records, for columns with these levels. */
function distancesOf(
  { levels, ordered: isOrdered, taxonomy: tree }: CategoricalColumn,
  y: CategoricalColumn,
  { ordered = 'corrected', taxonomy = 'use', column }: CategoryDistanceOptions,
): (x: CategoricalColumn, y: CategoricalColumn) => Float64Array {
  // −2: a category that the original lacks.
  const places = levelsOfBoth(levels, y.levels).codes.map((code) => (code < levels.length ? code : -2))
  const near = tree && taxonomy === 'use' ? taxonomyDistance(levels, tree, { column }) : undefined
  const more = isOrdered && ordered === 'as-printed' ? 1 : 0
  const distance = (from: number, code: number): number => {
    const to = code < 0 ? -1 : places[code]
    if (from < 0 || to === -1) return from === to ? 0 : 1
    if (isOrdered && to >= 0) return (Math.abs(from - to) + more) / levels.length
    if (from === to) return 0
    return near?.(levels[from], y.levels[code]) ?? 1
  }
  return (before, after) => Float64Array.from(before.codes, (from, r) => distance(from, after.codes[r]))
}
