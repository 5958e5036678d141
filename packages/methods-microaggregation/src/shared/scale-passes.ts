/** What the columns of a file are standardised by, of which a part at a time is in memory. */
import { numericValues, type BlockContext, type PartsContext, type Pass } from '@sdc/core'
import { momentPasses, momentsOf, passesOfMade } from '@sdc/toolkit/internal'
import { refuseUnfit } from './check.js'

const FIRST = 'first record'

/** The values less those of the first record of the file, as `distanceColumns` takes them. */
function shifted({ columns, data, totals }: BlockContext<unknown>): readonly Float64Array[] {
  const first = totals.get(FIRST) as Float64Array
  return columns.map((name, j) => numericValues(data, name).map((value) => value - first[j]))
}

const moments = passesOfMade(momentPasses, 'differences', shifted)

/**
 * The readings that scales ask for.
 *
 * @param method - Whose they are, for the messages.
 * @returns The first refuses values that have no place in a group.
 */
export function scalePasses(method: string): readonly Pass<unknown>[] {
  const firsts: Pass<unknown> = {
    name: FIRST,
    of({ columns, data, block }) {
      const origin = Int32Array.from({ length: data.rows }, (_, i) => block.first + i)
      columns.forEach((name, j) => refuseUnfit(numericValues(data, name), j, method, { names: columns, origin }))
      return Float64Array.from(columns, (name) => numericValues(data, name)[0])
    },
    merge: (total) => total,
  }
  return [firsts, ...moments.passes]
}

/** What a column is standardised by. */
export interface Scale {
  readonly first: number
  readonly mean: number
  readonly sd: number
}

/**
 * The scale of column j of those that are masked; of the values less the first record's.
 *
 * @param context - What is known of the file, the readings of `scalePasses` among it.
 * @param j - From 0.
 * @returns In the unit of the column; sd has the divisor n − 1.
 */
export function scaleOf(context: PartsContext<unknown>, j: number): Scale {
  const { mean, sd } = momentsOf(moments.of(context), j)
  return { first: (context.totals.get(FIRST) as Float64Array)[j], mean, sd }
}
