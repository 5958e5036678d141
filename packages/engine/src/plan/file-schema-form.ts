import * as z from 'zod'
import { isoNumber, isSdcError, levelsOfValues, roleMeanings, roles } from '@sdc/core'
import { parseHierarchyRule } from '@sdc/toolkit/internal'
import { boundsProblem } from './bounds-problem.js'
import { byName } from './by-name.js'
import { labelsProblem } from './labels-problem.js'

const names = z.array(z.string())
/** Levels of measurement of statistical files. */
const measures = ['nominal', 'ordinal', 'scale'] as const

/** End of a range of numbers; null if open, since JSON has no infinite numbers. */
const end = z.number().nullable()
const range = z
  .preprocess(
    (ends) => (Array.isArray(ends) ? ends.map((one, i) => (one === [-Infinity, Infinity][i] ? null : one)) : ends),
    z.tuple([end, end]),
  )
  .transform(([low, high]): [low: number, high: number] => [low ?? -Infinity, high ?? Infinity])

/** Ways to keep the rules of a schema; also the values of `--broken-rules`. */
export const brokenRulePolicies = ['auto', 'repair', 'exchange', 'report'] as const

/** Bound of a column: a number, or the text of a date or time. */
const bound = z.union([z.number(), z.string()])

/** Kinds of columns in a schema; methods and metrics get dates and times as days or seconds. */
export const kindsOfColumns = ['numeric', 'categorical', 'date', 'datetime', 'time'] as const

const columnObject = z.strictObject({
  kind: z
    .enum(kindsOfColumns)
    .optional()
    .meta({
      description:
        'Overrides the kind that the reader would infer. Whole numbers that look like codes (sex 1 and 2) are ' +
        'masked as numbers, with a warning, unless their kind is set. date (days), datetime and time (seconds): ' +
        'masked as numbers, and written in their dateFormat.',
    }),
  role: z
    .enum(roles)
    .optional()
    .meta({
      description:
        'Role of the column in disclosure control. ' +
        `${roles.map((role) => `${role}: ${roleMeanings[role]}`).join(' ')} The cards of methods and metrics ` +
        'tell which of them honour weight, household and person (sdc methods ID, sdc metrics ID).',
    }),
  level: z
    .enum(levelsOfValues)
    .optional()
    .meta({
      description:
        'Owner of its values. person, household: the values are the same in all records of one (the columns with ' +
        'these roles define them), so that each is masked by one draw; record: each record has its own. For an ' +
        'identifier with repeated values, record means that every record is a different person.',
    }),
  levels: names.optional().meta({ description: 'The categories, in order.' }),
  ordered: z.boolean().optional().meta({ description: 'True if the order of the levels has a meaning.' }),
  taxonomy: byName(z.string().nullable())
    .optional()
    .meta({ description: 'Parent of each category: the category above it, null for one at the top.' }),
  hierarchy: z
    .union([z.array(z.array(z.string())), z.string()])
    .optional()
    .meta({
      description:
        'Generalization hierarchy: a row for each value with the value, its class at level 1, at level 2, …. Or a rule: ' +
        'date:month,quarter,year, prefix:3,2,1, interval:5,10,20, tree.',
    }),
  label: z.string().optional().meta({ description: 'Label of the column: what it holds, in words.' }),
  labels: byName(z.string())
    .optional()
    .meta({
      description:
        "Label of each value: { '1': male, '2': female, '-9': no answer }. Labels are shown next to the values and " +
        'written into files that have labels. Values are computed and compared without them.',
    }),
  measure: z.enum(measures).optional().meta({
    description: 'Level of measurement, for files that have one: nominal, ordinal or scale.',
  }),
  format: z.string().optional().meta({
    description: 'Display format, for files that have one, in the notation of its program: F8.2, %td, DATE9.',
  }),
  dateFormat: z
    .string()
    .optional()
    .meta({
      description:
        'Form of the dates and times of a text file: DD.MM.YYYY, MM/DD/YYYY, YYYYMMDD, DD.MM.YYYY hh:mm:ss; by default ' +
        'YYYY-MM-DD, YYYY-MM-DDThh:mm:ss and hh:mm:ss.',
    }),
  missing: names.optional().meta({ description: 'The texts that mean a missing value in this column.' }),
  missingRange: range.optional().meta({
    description:
      'Lowest and highest of the numbers that mean a missing value in this column, both included, in addition to ' +
      '`missing`. An open end is .inf or -.inf, in JSON null.',
  }),
  min: bound.optional().meta({
    description:
      'Least possible number or date (2020-01-01): no masked one is less. Columns of numbers and dates only.',
  }),
  max: bound.optional().meta({
    description:
      'Greatest possible number or date (2020-12-31): no masked one is greater. Columns of numbers and dates only.',
  }),
  integer: z.boolean().optional().meta({
    description: 'true: its numbers are whole, the masked ones too, whatever the precision. Numeric columns only.',
  }),
})

const columnSchema = columnObject
  .superRefine((column, context) => {
    const rule = typeof column.hierarchy === 'string' ? ruleProblem(column.hierarchy) : undefined
    if (rule !== undefined) context.addIssue({ code: 'custom', path: ['hierarchy'], message: rule })
    const wrong = (['min', 'max'] as const).find((key) => Number.isNaN(numberOfBound(column[key], column.kind)))
    if (wrong !== undefined) {
      const message = 'a number; of a column with kind: date, datetime or time also a text by ISO 8601 (2020-01-01)'
      context.addIssue({ code: 'custom', path: [wrong], message })
      return
    }
    const problem = boundsProblem(withNumbers(column))
    if (problem) context.addIssue({ code: 'custom', path: [problem.key], message: problem.message })
  })
  .transform(withNumbers)

type ColumnObject = z.output<typeof columnObject>

/** A column with its bounds as numbers: days or seconds for dates and times. */
function withNumbers(
  column: ColumnObject,
): Omit<ColumnObject, 'min' | 'max'> & { min?: number | undefined; max?: number | undefined } {
  const { min: _min, max: _max, ...rest } = column
  const [min, max] = [numberOfBound(column.min, column.kind), numberOfBound(column.max, column.kind)]
  return { ...rest, ...(min !== undefined && { min }), ...(max !== undefined && { max }) }
}

function numberOfBound(given: number | string | undefined, kind: ColumnObject['kind']): number | undefined {
  if (typeof given !== 'string') return given
  return kind === undefined || kind === 'numeric' || kind === 'categorical' ? Number.NaN : isoNumber(kind, given)
}

function ruleProblem(text: string): string | undefined {
  try {
    parseHierarchyRule(text)
    return undefined
  } catch (error) {
    if (!isSdcError(error)) throw error
    return `rows, or a rule (${error.message}. ${error.fix.replace(/\.$/, '')})`
  }
}

const fileObject = z.strictObject({
  separator: z.string().length(1).optional().meta({ description: 'Separator between two cells; detected by default.' }),
  decimal: z.enum(['.', ',']).optional().meta({ description: 'The decimal mark of numbers.' }),
  header: z.boolean().optional().meta({
    description:
      'True if the first line holds the names of the columns, even if these are numbers; false, and they are c1, c2, ….',
  }),
  missing: names.optional().meta({ description: 'The texts that mean a missing value in every column.' }),
  encoding: z.string().optional().meta({
    description: 'Encoding of its texts, such as windows-1252, in place of UTF-8 or of what the file says.',
  }),
  sheet: z.string().optional().meta({ description: 'Sheet of a workbook to read.' }),
  widths: z.array(z.int().min(1)).min(1).optional().meta({
    description: 'Width of each column, in letters, in a file of fixed width, which has no separators.',
  }),
  names: z.array(z.string().min(1)).min(1).optional().meta({
    description: 'Names of the columns of a file whose first line is a record.',
  }),
  skip: z.int().min(0).optional().meta({ description: 'Number of lines or rows above the names of the columns.' }),
  rules: z
    .array(z.string())
    .optional()
    .meta({
      description:
        'Rules between columns that masked records keep: total = wage + rent, tax <= income, ' +
        'if age < 15 then married = "no", sector in {A, B}. Write names with blanks in backquotes.',
    }),
  brokenRules: z
    .enum(brokenRulePolicies)
    .optional()
    .meta({
      description:
        'Treatment of rules that masked records break. auto, the default: the left side of an equation is computed ' +
        'from the right one, other records are repaired. repair: the smallest change of the masked columns that keeps ' +
        'all rules. exchange: records exchange values, so that every column keeps its values. report: only counted.',
    }),
  knownItems: z.int().min(1).max(10).optional().meta({
    description:
      'Number of answers to questionnaire items (role item) that an intruder knows of a person; by default 3.',
  }),
  columns: byName(columnSchema).default({}).meta({
    description: 'Schema of each column. A key with * applies to all matching columns that have no key of their own.',
  }),
})

/** Form of the schema of a file. */
export const fileSchemaForm = fileObject.superRefine(({ columns, missing }, context) => {
  for (const [name, column] of Object.entries(columns)) {
    const problem = labelsProblem(column, missing)
    if (problem)
      context.addIssue({ code: 'custom', path: ['columns', name, ...problem.path], message: problem.message })
  }
})
