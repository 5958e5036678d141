import { defineTableMethod, ruleName, type TableMethod } from '@sdc/core'
import * as z from 'zod'
import { isBelow, judgedContributions, negativeParams, type NegativeParams, type Seen } from './contributions.js'
import { levelsParam, type LevelKind } from './levels.js'

export interface DominanceParams extends NegativeParams {
  readonly n: number
  readonly k: number
  readonly levels: LevelKind
}

const id = 'tabular/dominance'

/** Dominance rule: a cell is sensitive if its n largest contributions exceed k % of its value. */
export const dominanceRule: TableMethod<DominanceParams> = defineTableMethod({
  id,
  title: '(n, k) dominance',
  summary: 'Finds cells whose n largest contributions exceed k % of the value.',
  formula: 'x₁ + … + xₙ > k/100·X',
  source: [{ key: 'hundepool-et-al-2012', where: 'magnitude tables: the dominance rule' }],
  notes: [
    {
      topic: 'choices',
      text: 'Equality is safe, up to 1e-9 of the value. Cells without contributors, or with contributions of 0 only, are safe. n also serves as the size of a coalition.',
    },
    {
      topic: 'limits',
      text: 'The rule ignores how closely one contributor can estimate another. A cell of 100 with contributions 60 and 35 is safe under (1, 70), although the second contributor knows the first to within 5. The p % rule judges this.',
    },
    {
      topic: 'choices',
      text: 'Respondents who waive protection do not count among the n largest.',
    },
    {
      topic: 'limits',
      text: 'Do not use a shift with weighted tables: it is added once for each contributor.',
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
      .meta({ description: 'Number of largest contributions to add.', unit: 'contributions' }),
    k: z
      .number()
      .gt(0)
      .max(100)
      .default(50)
      .meta({ description: 'Largest share of the value that is safe.', unit: 'percent of the value' }),
    levels: levelsParam,
    ...negativeParams,
  }),
  protect({ table, params, tick }) {
    const level = dominanceLevel(params)
    const name = ruleName(dominanceRule, params)
    const result = judgedContributions(table, params, { id, name, needed: params.n, level, outside: level })
    tick(1)
    return result
  },
})

/**
 * Level of a dominance rule, 100/k·Σxᵢ − X: the amount that would make the cell safe; NaN if it is safe. The level
 * against outsiders is the same. The largest are those of respondents who do not waive.
 */
function dominanceLevel({ n, k }: DominanceParams): (seen: Seen) => number {
  return ({ total, largest, waived }) => {
    let sum = 0
    for (let j = 0, added = 0; added < n; j++) {
      if (waived?.has(j)) continue
      sum += largest[j]
      added++
    }
    return isBelow((k / 100) * total, sum, total) ? (100 / k) * sum - total : Number.NaN
  }
}
