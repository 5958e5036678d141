import * as z from 'zod'
import { isOneForm } from './level-map.js'

const rows = z.array(z.array(z.string()))

/** The parameters of global recoding. */
export const recodeParams = z.object({
  classes: z
    .int()
    .min(1)
    .max(100_000)
    .default(5)
    .meta({
      description:
        'Largest number of classes that are computed if neither breaks nor a map nor a level is given. There are ' +
        'always fewer classes than values.',
      unit: 'classes',
      search: { min: 5, max: 20, scale: 'log', usual: [5, 10, 20] },
    }),
  method: z.enum(['equal-width', 'equal-frequency', 'log']).default('equal-width').meta({
    description:
      'Computation of the classes of numbers: of one width, of nearly as many records, or of one ratio (positive numbers).',
  }),
  breaks: z
    .union([z.array(z.number()), z.record(z.string(), z.array(z.number()))])
    .optional()
    .meta({
      description:
        'Breaks between classes of numbers, ascending: b_0, b_1, …, b_m for the classes [b_j, b_(j+1)). A list ' +
        'for all columns of numbers, or an object with a list by column.',
      unit: "the column's unit",
    }),
  closed: z.boolean().default(false).meta({
    description: 'Begin the first class at b_0 and end the last at b_m, which it includes. Otherwise they have no end.',
  }),
  represent: z
    .enum(['label', 'midpoint', 'mean'])
    .default('label')
    .meta({
      description:
        'Released value of a number: the text of its class, [18,65), as an ordered category; the middle of its ' +
        'class; or the mean of its class, which keeps the total.',
    }),
  minimumClass: z.int().min(1).default(3).meta({
    description: 'Minimum records in a class that may become its mean; minimum persons, if a column has that role.',
    unit: 'records',
  }),
  map: z
    .union([rows, z.record(z.string(), z.union([z.string(), rows, z.record(z.string(), z.string())]))])
    .refine(isOneForm, 'some of its values are texts and some are maps: give one map, or a map by column')
    .optional()
    .meta({
      description:
        'Released value of each level: {"wood": "goods", "iron": "goods", …}, or the rows of a table of two ' +
        'columns (map=@FILE). For all columns, or an object with a map by column.',
    }),
  other: z
    .string()
    .min(1)
    .optional()
    .meta({
      description:
        'Released value of the levels that the map does not have. Without a map, that of all but the most ' +
        'frequent levels (default other).',
    }),
  level: z.int().min(1).optional().meta({
    description: "Level of the columns' hierarchies: 1 is the first above the values.",
    unit: 'levels',
  }),
})

export type GlobalRecodeParams = z.infer<typeof recodeParams>
