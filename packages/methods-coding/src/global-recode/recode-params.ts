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
        'The most classes that are computed where neither breaks nor a map nor a level says which there are; always fewer ' +
        'than the column has values.',
      unit: 'classes',
      search: { min: 5, max: 20, scale: 'log', usual: [5, 10, 20] },
    }),
  method: z.enum(['equal-width', 'equal-frequency', 'log']).default('equal-width').meta({
    description:
      'How the classes of numbers are computed: of one width, of nearly as many records, or of one ratio (positive numbers).',
  }),
  breaks: z
    .union([z.array(z.number()), z.record(z.string(), z.array(z.number()))])
    .optional()
    .meta({
      description:
        'Where classes of numbers begin, ascending: b_0, b_1, …, b_m for the classes [b_j, b_(j+1)); a list for all columns ' +
        'of numbers, or an object with a list by column.',
      unit: "the column's unit",
    }),
  closed: z.boolean().default(false).meta({
    description:
      'Whether the first class begins at b_0 and the last ends at b_m, which is then in it; otherwise they have no end.',
  }),
  represent: z
    .enum(['label', 'midpoint', 'mean'])
    .default('label')
    .meta({
      description:
        'What a number becomes: the text of its class, [18,65), which is an ordered category; the middle of its class; or the ' +
        'mean of its class, which keeps the total.',
    }),
  minimumClass: z.int().min(1).default(3).meta({
    description: 'The fewest records in a class that may become its mean; persons, where a column has that role.',
    unit: 'records',
  }),
  map: z
    .union([rows, z.record(z.string(), z.union([z.string(), rows, z.record(z.string(), z.string())]))])
    .refine(isOneForm, 'some of its values are texts and some are maps: it is one map, or a map by column')
    .optional()
    .meta({
      description:
        'What each level becomes: {"wood": "goods", "iron": "goods", …}, or the rows of a table of two columns ' +
        '(map=@FILE); for all columns, or an object with a map by column.',
    }),
  other: z
    .string()
    .min(1)
    .optional()
    .meta({
      description:
        'What the levels become that the map does not have, and, without a map, all but the most frequent ones (then by ' +
        'default other).',
    }),
  level: z.int().min(1).optional().meta({
    description: "The level of the columns' hierarchies that values become: 1 is the first above the values.",
    unit: 'levels',
  }),
})

export type GlobalRecodeParams = z.infer<typeof recodeParams>
