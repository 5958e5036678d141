import { defineTableMethod, type Table, type TableMethod } from '@sdc/core'
import * as z from 'zod'
import { contributionsOf, isBelow, negativeParams, type NegativeParams } from './contributions.js'
import { levelsParam, ruleResult, type LevelKind } from './levels.js'

export interface DominanceParams extends NegativeParams {
  readonly n: number
  readonly k: number
  readonly levels: LevelKind
}

const id = 'tabular/dominance'

/** A cell is sensitive where its n largest contributions are more than k % of its value. */
export const dominanceRule: TableMethod<DominanceParams> = defineTableMethod({
  id,
  title: '(n, k) dominance',
  summary: 'Finds the cells whose n largest contributions are more than k % of the value.',
  formula: 'x₁ + … + xₙ > k/100·X',
  source: [{ key: 'hundepool-et-al-2012', where: 'magnitude tables: the dominance rule' }],
  notes: [
    {
      topic: 'choices',
      text: 'Equality is safe, up to 1e-9 of the value. A cell without contributors is safe; one whose contributions are all 0, too. n stands for a coalition as well: it is how many contributors are looked at together.',
    },
    {
      topic: 'limits',
      text: 'It does not know how closely a contributor can estimate another: a cell of 60 and 35 in 100 is safe under (1, 70), and the second learns the first to 5. The p % rule says that.',
    },
    {
      topic: 'limits',
      text: 'A shift does not suit weighted tables: it is added once for each contributor.',
    },
  ],
  step: 'sensitivity',
  short: { name: 'nk', params: ['n', 'k'] },
  params: z.object({
    n: z
      .int()
      .min(1)
      .max(100)
      .default(1)
      .meta({ description: 'How many of the largest contributions are added.', unit: 'contributions' }),
    k: z
      .number()
      .gt(0)
      .max(100)
      .default(50)
      .meta({ description: 'How much of the value they may be at most.', unit: 'percent of the value' }),
    levels: levelsParam,
    ...negativeParams,
  }),
  protect({ table, params, tick }) {
    const level = dominanceLevels(table, params)
    tick(1)
    return ruleResult(level, params.levels)
  },
})

/** 100/k·Σxᵢ − X of the sensitive cells: with so much more in the cell it would be safe; NaN of the others. O(cells·n). */
function dominanceLevels(table: Table, params: DominanceParams): Float64Array {
  const { n, k } = params
  const { total, at } = contributionsOf(table, params, n, id)
  return Float64Array.from(table.counts, (count, c) => {
    let sum = 0
    for (let j = 0; j < n; j++) sum += at(c, j)
    const value = total(c)
    return count !== 0 && isBelow((k / 100) * value, sum, value) ? (100 / k) * sum - value : Number.NaN
  })
}
