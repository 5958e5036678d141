import { differencingKinds } from '@sdc/tabular'
import * as z from 'zod'
import { attackKinds } from './attacked-output.js'

const count = z.int().min(0)
const ends = { low: z.number().nullable(), high: z.number().nullable() }
const interval = z.strictObject(ends).meta({ description: 'null where nothing bounds it.' })

/** Form of the result of `attackedJson`. */
export const tableAttackOutput = z.strictObject({
  cells: count,
  suppressed: count,
  near: z.number().meta({ description: 'A bound nearer than this to what it bounds is a finding; in percent of it.' }),
  coalition: z.int().meta({ description: 'Number of contributors who combine their knowledge.' }),
  kinds: z.record(z.enum(attackKinds), count).meta({ description: 'Findings of each kind.' }),
  exact: count,
  findings: z.array(
    z.strictObject({
      cell: z.string().meta({ description: 'By its levels.' }),
      kind: z.enum(attackKinds),
      who: z.string().meta({ description: 'Person who learns it.' }),
      low: z.number().nullable().meta({
        description: 'Lower bound of the unknown value; null where it depends on numbers that are not given.',
      }),
      high: z.number().nullable(),
      exact: z.boolean(),
      sentence: z.string(),
    }),
  ),
  verdict: z.string(),
})

/** Form of the result of `consistentJson`. */
export const tableConsistentOutput = z.strictObject({
  tables: z.array(z.string()),
  cells: count.meta({ description: 'Cells of all tables, shared ones once.' }),
  relations: count,
  suppressed: count.meta({ description: 'Cells that a table suppresses.' }),
  differences: count.meta({ description: 'Cells of a table less the same cell of its part.' }),
  near: z.number(),
  least: z.int(),
  findings: z.array(
    z.strictObject({
      cell: z.string(),
      kind: z.enum(differencingKinds),
      suppressedBy: z.array(z.string()).meta({ description: 'The tables that suppress it; none of a difference.' }),
      together: interval,
      alone: interval.nullable().meta({ description: 'Interval by those tables alone; null for a difference.' }),
      sentence: z.string(),
    }),
  ),
  consistent: z.boolean(),
  verdict: z.string(),
})
