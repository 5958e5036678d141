import * as z from 'zod'

/** Who attacks besides everybody: the parameters that every suppression and the audit have. */
export const attackParams = {
  singletons: z.enum(['auto', 'protect', 'ignore']).default('auto').meta({
    description:
      'A respondent alone in suppressed cells knows their values: keep every level from them, too (auto: in tables of sums, not of counts), or from outsiders only.',
  }),
  own: z.enum(['protect', 'ignore']).default('protect').meta({
    description:
      'A respondent of several suppressed cells knows each to be at least what they gave to it: keep every level from them, too, where the contributions are known.',
  }),
}
