import * as z from 'zod'
import { writtenFile } from '../release/output.js'

/** Form of the result of `reverseMappedJson`. */
export const reverseMapOutput = z.strictObject({
  files: z.array(writtenFile),
  method: z.string(),
  params: z.record(z.string(), z.unknown()),
  columns: z.array(z.string()),
  matching: z
    .enum(['key', 'origin', 'position', 'none'])
    .meta({ description: 'Link of the records; none: values were mapped by their quantiles.' }),
  warnings: z.array(z.string()),
  notes: z.array(z.string()),
})
