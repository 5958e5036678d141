import * as z from 'zod'
import { protections } from '../protocol/table-types.js'

const percent = z.number().min(0).max(100)

/** Form of the settings for a table in a history. */
export const tableForm = z.strictObject({
  by: z.array(z.string()).max(4),
  value: z.string().optional(),
  weight: z.string().optional(),
  respondent: z.string().optional(),
  id: z.string().optional(),
  frequency: z.int().min(1).optional(),
  estimate: percent.optional(),
  dominance: z.strictObject({ n: z.int().min(1), k: percent }).optional(),
  protection: z.enum(protections),
  base: z.int().min(2),
})
