import { option, SdcError, type Column, type Dataset } from '@sdc/core'
import { fewNumbers, type FewNumbers } from '@sdc/stats/internal'
import type { BoundPlan } from '../bind/bind.js'
import { shortNumber } from '../ground/value-text.js'
import type { FileSchema } from '../plan/plan.js'

/** A column that looks like codes, and whose masked values include a number that is not a code. */
export interface CodesAsNumbers {
  readonly column: string
  /** The first such number, such as 1.8 where the codes are 1 and 2. */
  readonly example: number
  /** True if the released value is rounded, so that it looks like a code again. */
  readonly isRounded: boolean
}

interface MadeFile {
  readonly data: Dataset
  /** Columns as computed, before rounding. */
  readonly unrounded?: ReadonlyMap<string, () => Column>
}

/** Result of a run, as far as it is needed here. */
interface Made {
  readonly files: readonly MadeFile[]
  /** Masked columns. */
  readonly columns: readonly string[]
}

/** Results by column, because a comparison asks for the same column for every candidate. */
const seen = new WeakMap<Float64Array, FewNumbers | undefined>()

/**
 * Describes a numeric column of few whole numbers, unless its schema settles what the numbers are: by its kind, levels
 * or bounds, or because they are integers.
 *
 * @param data - The file.
 * @param name - One of its columns.
 * @param schema - Schema of the columns.
 * @returns Evidence for and against codes; undefined for all other columns.
 */
export function unsettledNumbers(data: Dataset, name: string, schema: FileSchema | undefined): FewNumbers | undefined {
  const column = data.column(name)
  if (column.kind !== 'numeric' || isSettled(schema?.columns[name])) return undefined
  if (!seen.has(column.values)) seen.set(column.values, fewNumbers(column.values))
  return seen.get(column.values)
}

/** Schema keys that settle whether a column is categorical or numeric. */
const settling = ['kind', 'levels', 'taxonomy', 'min', 'max', 'integer']

function isSettled(said: FileSchema['columns'][string] | undefined): boolean {
  return (
    said !== undefined && Object.entries(said).some(([key, value]) => settling.includes(key) && value !== undefined)
  )
}

/**
 * Finds columns of codes that were masked as if their sizes had a meaning: a mean of the sexes 1 and 2. Values that
 * changed places within their column, or became classes, have no such number. Cost: at most one pass per column.
 *
 * @param original - The file.
 * @param masked - The masked file and its columns before rounding.
 * @param columns - The masked columns.
 * @param schema - Their schema.
 * @returns The columns, each with a number that no record of the original has.
 */
export function codesAsNumbers(
  original: Dataset,
  { data: masked, unrounded }: MadeFile,
  columns: readonly string[],
  schema: FileSchema | undefined,
): CodesAsNumbers[] {
  return columns.flatMap((column): CodesAsNumbers[] => {
    if (!original.names.includes(column) || !masked.names.includes(column)) return []
    const few = unsettledNumbers(original, column, schema)
    if (few?.areCodes !== true) return []
    const codes = new Set(few.numbers.map(({ value }) => value))
    const noCode = (of: Column | undefined): number | undefined =>
      of?.kind === 'numeric' ? of.values.find((value) => value === value && !codes.has(value)) : undefined
    const example = noCode(masked.column(column))
    if (example !== undefined) return [{ column, example, isRounded: false }]
    const computed = noCode(unrounded?.get(column)?.())
    return computed === undefined ? [] : [{ column, example: computed, isRounded: true }]
  })
}

/** Advice for the schema. */
const settle = 'set kind: categorical or kind: numeric for each in a schema'

/** Most columns that a sentence lists. */
const NAMED = 6

/**
 * Warns of all columns of codes that were masked as numbers, in one sentence.
 *
 * @param found - The columns.
 * @returns `codes masked as numbers: sex (1.8), …`, as a list of one; empty without columns.
 */
export function codesWarning(found: readonly CodesAsNumbers[]): string[] {
  if (found.length === 0) return []
  const are = found.length === 1 ? 'has few whole numbers and looks' : 'have few whole numbers and look'
  return [
    `possible codes masked as numbers: ${named(found)} ${are} like codes of categories, whose mean has no meaning; ${settle}`,
  ]
}

function named(found: readonly CodesAsNumbers[]): string {
  const shown = found.slice(0, NAMED).map(({ column, example, isRounded }) => {
    return `${column} (${isRounded ? 'rounded from' : 'now'} ${shortNumber(example)})`
  })
  return found.length > NAMED ? `${shown.join(', ')} and ${found.length - NAMED} more` : shown.join(', ')
}

/**
 * Returns the warnings about codes that a run masked as numbers.
 *
 * @param plan - Its steps, the original, and the schema.
 * @param run - The files and masked columns.
 * @returns One warning, or none.
 * @throws NOT_CATEGORICAL if the method can mask categories and would have done so with a schema.
 */
export function judgeCodes({ original, schema, steps }: BoundPlan, { files, columns }: Made): string[] {
  const found = files.length === 0 ? [] : codesAsNumbers(original, files[0], columns, schema)
  for (const { method, columns: masked } of steps) {
    if (method.traits.postMasking || !method.traits.accepts.includes('nominal')) continue
    const mistaken = found.filter(({ column }) => masked.includes(column))
    if (mistaken.length > 0) throw takenForNumbers(method.id, mistaken)
  }
  return codesWarning(found)
}

function takenForNumbers(id: string, found: readonly CodesAsNumbers[]): SdcError {
  const [{ column }] = found
  const look = found.length === 1 ? 'looks like codes of categories and was' : 'look like codes of categories and were'
  const message = `${id} masks categories, but ${named(found)} ${look} read as numbers`
  return new SdcError(
    'NOT_CATEGORICAL',
    message,
    { method: id, column },
    sayCategorical(found.map((one) => one.column)),
  )
}

/**
 * Advice to declare columns categorical.
 *
 * @param columns - At least one column.
 * @returns A sentence with the schema entry.
 */
export function sayCategorical(columns: readonly string[]): string {
  const shown = columns.slice(0, NAMED).map((name) => `${JSON.stringify(name)}: { kind: categorical }`)
  const rest = columns.length > NAMED ? ', …' : ''
  return (
    `Say so in a schema (${option('schema', 'FILE')}): columns: { ${shown.join(', ')}${rest} }, or kind: numeric if their ` +
    'sizes have a meaning.'
  )
}
