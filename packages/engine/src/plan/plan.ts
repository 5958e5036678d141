import * as z from 'zod'
import { byName } from './by-name.js'
import { fileSchemaForm, type brokenRulePolicies } from './file-schema-form.js'
import { formError } from './form-error.js'

/** Parts of the form of a plan. Unknown keys are refused, so that a misspelt one is not silently ignored. */
const names = z.array(z.string())
const columnNames = z.union([z.literal('all'), names])
const values = byName(z.unknown())

const smallGroups = z.enum(['error', 'keep', 'pooled'])

/** Rounding of the numbers that a method drew or computed; also the values of `--precision`. */
export const precisions = ['auto', 'column', 'fine', 'full'] as const
const precision = z
  .enum(precisions)
  .optional()
  .meta({
    description:
      'Rounding of masked numbers. column: multiples of the step that the original values share (cents, whole ' +
      'numbers); if they have too many digits for a step, as fine. fine: drawn numbers are multiples of a ' +
      'power of two far below the standard deviation, which moves no mean or covariance by 1e-9; averages are ' +
      'exact. full: no rounding; the last bits can disclose original values, so such a file is never released. ' +
      'auto, the default: column, but fine if a method that draws keeps means or covariances exactly. Columns ' +
      'with integer: true in the schema are whole whatever the precision.',
  })

/** Treatment of kinds of missing values when a file is written; also the values of `--missing-kinds`. */
export const missingKindPolicies = ['keep', 'merge'] as const
/** Treatment of missing cells; also the values of `--missing`. */
export const missingPolicies = ['keep', 'refuse', 'impute'] as const
/** Ways to mask the values of a person in several waves; also the values of `--waves`. */
export const wavePolicies = ['levels', 'changes'] as const
const waves = z
  .enum(wavePolicies)
  .optional()
  .meta({
    description:
      'Handling of numbers of persons with records in several waves. levels, the default: each record is masked by ' +
      "itself. changes: the first value of each person and the changes between the person's waves are masked, each by the " +
      'method, and added up again, so that paths keep their shape. Needs columns with the roles person and wave.',
  })
const missing = z
  .enum(missingPolicies)
  .optional()
  .meta({
    description:
      'Handling of missing cells in masked and given columns. keep: they stay missing and the others are ' +
      'masked. A method that needs complete columns works on values filled in by predictive mean matching, so ' +
      'its exact properties hold for the filled file. A method that masks each column by itself uses the ' +
      'existing values. impute: they are filled before the method runs, and released filled and masked; given ' +
      'columns are released unchanged. refuse: an error that names the columns. By default the method decides: ' +
      'sdc methods ID.',
  })

/** Form of a step of a plan. */
export const stepForm = z.strictObject({
  use: z.string().meta({ description: 'The id of a masking method: sdc methods.' }),
  columns: columnNames
    .optional()
    .meta({ description: 'The columns to mask; by default those with the role confidential or quasi-identifier.' }),
  given: names.optional().meta({
    description: 'Non-confidential columns on which a conditional method conditions; by default those with that role.',
  }),
  by: names.default([]).meta({
    description:
      'Mask within the groups that these columns form. A column that is constant in a group stays unchanged there.',
  }),
  params: values.default({}).meta({ description: "The method's parameters." }),
  smallGroups: smallGroups.default('error').meta({
    description:
      'Handling of a group that the method cannot mask: an error; keep it unmasked; or pool it with the group ' +
      'of nearest values. Pooling also applies to a group of fewer than max(30, 3(p + 2)) records, where p is ' +
      'the number of masked columns.',
  }),
  precision,
  missing,
  waves,
})
const step = z.union([z.string(), stepForm])
const metric = z.union([z.string(), z.strictObject({ use: z.string(), params: values.default({}) })])

/** Maximum number of runs of a candidate: a thousand runs give a mean to 3 % of a standard deviation. */
export const MOST_REPLICATES = 1000

const compareObject = z.strictObject({
  candidates: z
    .array(
      z.strictObject({
        use: z.string(),
        grid: byName(z.array(z.unknown()).min(1)).default({}),
        params: values.default({}),
        columns: columnNames
          .optional()
          .meta({ description: 'Columns that this candidate masks, if they differ from those of the comparison.' }),
        with: z
          .array(step)
          .default([])
          .meta({ description: 'Further maskings of the candidate, for example of the categories in a mixed file.' }),
      }),
    )
    .min(1)
    .optional()
    .meta({
      description: 'Methods, each with a grid of parameter values that are all combined; by default the usual ones.',
    }),
  then: z
    .array(z.array(step))
    .min(1)
    .default([[]])
    .meta({ description: 'Lists of further steps, each tried with every candidate.' }),
  fixed: z.array(step).optional().meta({
    description:
      'Steps that every candidate contains, on quasi-identifiers that they name. Nothing else masks these columns.',
  }),
  last: z.array(step).optional().meta({
    description:
      'Steps that every candidate ends with, on confidential columns that they name and the candidate masks.',
  }),
  replicates: z.int().min(1).max(MOST_REPLICATES).default(3).meta({
    description: 'Number of runs of each finalist, with different random numbers and targets.',
  }),
  purpose: z.string().optional().meta({
    description: 'Purpose of the masked data; sets the ranking and the limits: statistics (default), records, tables.',
  }),
  axes: z
    .strictObject({ risk: z.string().optional(), loss: z.string().optional() })
    .default({})
    .meta({ description: 'The metrics of the risk–utility map.' }),
  columns: columnNames.optional(),
  given: names.optional(),
  by: names.default([]),
  smallGroups: smallGroups.default('error'),
  precision,
  missing,
})

export const planSchema = z.strictObject({
  data: z.string().optional().meta({ description: 'The file, relative to the plan.' }),
  schema: fileSchemaForm.optional(),
  seed: z
    .union([z.string().regex(/\S/, 'a text that is not empty'), z.int()])
    .optional()
    .meta({ description: 'Makes the run repeatable, for research only: not for release.' }),
  plugins: z
    .array(z.string().regex(/\S/, 'a name or a path'))
    .optional()
    .meta({
      description:
        'Plugins that the plan needs, by package name or by a path relative to the plan. Their code runs with ' +
        'the rights of the user, who must allow it: --plugin NAME, or --allow-plugins.',
    }),
  steps: z.array(step).default([]),
  metrics: z.array(metric).optional().meta({
    description:
      'Metrics to measure: by default all; in a comparison, these in addition to the limits and the losses of its purpose.',
  }),
  limits: z
    .record(z.string(), z.number())
    .optional()
    .meta({
      description:
        'Upper limits of metrics by id (lower limits if higher is better; ID:upper is the upper end of the 95 % ' +
        'interval, ID:lower the lower one). A candidate keeps them in every run; a run that exceeds one is drawn again.',
    }),
  measure: z.strictObject({ columns: names.optional(), given: names.optional() }).optional().meta({
    description:
      'Columns to measure after a run, unless they are the masked columns and the columns they are given by.',
  }),
  compare: compareObject.optional(),
  acceptOpen: names
    .optional()
    .meta({ description: 'Columns that a release may contain unmasked, though they disclose something.' }),
  maxUnchanged: z.number().min(0).max(100).optional().meta({
    description: 'Greatest share of unchanged values of a masked column in a release, in percent; by default 95.',
  }),
  missingKinds: z
    .enum(missingKindPolicies)
    .optional()
    .meta({
      description:
        'keep: missing cells keep their kinds (-9 no answer); merge: all are written as one kind. By default kept, and merged ' +
        'in the masked columns of a release of an SPSS, Stata, SAS or Excel file.',
    }),
})

export type FileSchema = z.output<typeof fileSchemaForm>
/** Input form of a schema. */
export type FileSchemaInput = ReadonlyLists<z.input<typeof fileSchemaForm>>
export type StepPlan = z.output<typeof stepForm>
/** Input form of the options of a step, without its method and parameters. */
export type StepOptions = ReadonlyLists<Omit<z.input<typeof stepForm>, 'use' | 'params'>>
/** The same type with readonly lists. */
type ReadonlyLists<T> = T extends readonly (infer U)[]
  ? readonly ReadonlyLists<U>[]
  : T extends object
    ? { readonly [K in keyof T]: ReadonlyLists<T[K]> }
    : T
export type Precision = (typeof precisions)[number]
export type MissingKindPolicy = (typeof missingKindPolicies)[number]
export type BrokenRulePolicy = (typeof brokenRulePolicies)[number]
export type MissingPolicy = (typeof missingPolicies)[number]
export interface MetricPlan {
  readonly use: string
  readonly params: Readonly<Record<string, unknown>>
}
type CompareObject = z.output<typeof compareObject>
/** Columns to measure after a run. */
export interface MeasurePlan {
  readonly columns?: readonly string[] | undefined
  readonly given?: readonly string[] | undefined
}
/** A method with a grid of parameter values, and the steps that mask with it. */
export interface CandidatePlan extends Omit<NonNullable<CompareObject['candidates']>[number], 'with'> {
  readonly with: readonly StepPlan[]
}
export interface ComparePlan extends Omit<CompareObject, 'candidates' | 'then' | 'fixed' | 'last'> {
  readonly candidates?: readonly CandidatePlan[] | undefined
  readonly then: readonly (readonly StepPlan[])[]
  readonly fixed?: readonly StepPlan[] | undefined
  readonly last?: readonly StepPlan[] | undefined
}
export interface Plan {
  readonly data?: string | undefined
  readonly schema?: FileSchema | undefined
  readonly seed?: string | number | undefined
  readonly plugins?: readonly string[] | undefined
  readonly steps: readonly StepPlan[]
  readonly metrics?: readonly MetricPlan[] | undefined
  readonly limits?: Readonly<Record<string, number>> | undefined
  readonly measure?: MeasurePlan | undefined
  readonly compare?: ComparePlan | undefined
  readonly acceptOpen?: readonly string[] | undefined
  readonly maxUnchanged?: number | undefined
  readonly missingKinds?: MissingKindPolicy | undefined
}

/** Reads a plan from JSON or parsed YAML; throws BAD_PLAN with the place of the error. */
export function parsePlan(value: unknown): Plan {
  const plan = parsed(planSchema, value, 'plan')
  return {
    ...plan,
    steps: plan.steps.map(stepPlan),
    metrics: plan.metrics?.map(metricPlan),
    compare: plan.compare && comparePlan(plan.compare),
  }
}

/** Reads the schema of a file from JSON or parsed YAML; throws BAD_PLAN. */
export function parseFileSchema(value: unknown): FileSchema {
  return parsed(fileSchemaForm, value, 'schema')
}

/** Reads a comparison from JSON or from an app; throws BAD_PLAN. */
export function parseComparePlan(value: unknown): ComparePlan {
  return comparePlan(parsed(compareObject, value, 'comparison'))
}

/** Reads one step from its id or its object; throws BAD_PLAN. */
export function parseStep(value: unknown): StepPlan {
  return stepPlan(parsed(step, value, 'step'))
}

/** JSON Schema of a plan. */
export function planJsonSchema(): unknown {
  return z.toJSONSchema(planSchema, { io: 'input' })
}

/** JSON Schema of the file that `--schema` names. */
export function fileJsonSchema(): unknown {
  return z.toJSONSchema(fileSchemaForm, { io: 'input' })
}

function parsed<T extends z.ZodType>(schema: T, value: unknown, what: string): z.output<T> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  throw formError(what, result.error, value, schema, 'The guide "Plans" shows a whole plan.')
}

function stepPlan(one: z.output<typeof step>): StepPlan {
  return typeof one === 'string' ? stepForm.parse({ use: one }) : one
}

function metricPlan(one: z.output<typeof metric>): MetricPlan {
  return typeof one === 'string' ? { use: one, params: {} } : one
}

function comparePlan(one: CompareObject): ComparePlan {
  return {
    ...one,
    candidates: one.candidates?.map((candidate) => ({ ...candidate, with: candidate.with.map(stepPlan) })),
    then: one.then.map((steps) => steps.map(stepPlan)),
    fixed: one.fixed?.map(stepPlan),
    last: one.last?.map(stepPlan),
  }
}
