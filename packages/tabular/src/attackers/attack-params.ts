import * as z from 'zod'

/** Further attackers: the parameters of every suppression and of the audit. */
export const attackParams = {
  singletons: z.enum(['auto', 'protect', 'ignore']).default('auto').meta({
    description:
      'Protection against respondents who know the suppressed cells in which they are alone (auto: in tables of sums only).',
  }),
  own: z.enum(['protect', 'ignore']).default('protect').meta({
    description: 'Protection against respondents who know their own contributions to several suppressed cells.',
  }),
}
