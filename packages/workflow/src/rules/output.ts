import * as z from 'zod'

const places = z.array(z.int())

/** Form of the result of `checkedRulesJson`. */
export const rulesCheckOutput = z.strictObject({
  records: z.int(),
  broken: z.int().meta({ description: 'Number of records that break at least one rule.' }),
  rules: z.array(
    z.strictObject({
      rule: z.string(),
      broken: z.int(),
      notJudged: z.int().meta({ description: 'Number of records whose missing values leave the rule open.' }),
      records: places.meta({ description: 'First 1,000 records that break it, counted from 1.' }),
      lines: places.nullable().meta({ description: 'Their lines in a text file; null for other formats.' }),
    }),
  ),
})
