import { option, SdcError, type Column, type Dataset } from '@sdc/core'
import { fewNumbers, type FewNumbers } from '@sdc/stats/internal'
import type { BoundPlan } from '../bind/bind.js'
import { shortNumber } from '../ground/value-text.js'
import type { FileSchema } from '../plan/plan.js'

/** A column that looks like codes, and came out with a number that no code is. */
export interface CodesAsNumbers {
  readonly column: string
  /** The first such number: 1.8, where the codes are 1 and 2. */
  readonly example: number
  /** True if it was released rounded, so that it looks like a code again but is not one. */
  readonly isRounded: boolean
}

interface MadeFile {
  readonly data: Dataset
  /** Columns as they were computed, before they were rounded. */
  readonly unrounded?: ReadonlyMap<string, () => Column>
}

/** What a run made, as far as it is looked at here. */
interface Made {
  readonly files: readonly MadeFile[]
  /** The columns that were masked. */
  readonly columns: readonly string[]
}

/** What was seen of a column of numbers: a comparison asks of the same one for every candidate. */
const seen = new WeakMap<Float64Array, FewNumbers | undefined>()

/**
 * What a column of a few whole numbers looks like, where nobody has said what it is: a schema that says its kind, its levels,
 * its bounds or that it is whole numbers has settled that.
 *
 * @param data - The file.
 * @param name - One of its columns.
 * @param schema - What is said of them.
 * @returns What speaks for codes and against them; undefined for all other columns.
 */
export function unsettledNumbers(data: Dataset, name: string, schema: FileSchema | undefined): FewNumbers | undefined {
  const column = data.column(name)
  if (column.kind !== 'numeric' || isSettled(schema?.columns[name])) return undefined
  if (!seen.has(column.values)) seen.set(column.values, fewNumbers(column.values))
  return seen.get(column.values)
}

/** Keys by which a schema says that a column is categories, or numbers. */
const settling = ['kind', 'levels', 'taxonomy', 'min', 'max', 'integer']

function isSettled(said: FileSchema['columns'][string] | undefined): boolean {
  return (
    said !== undefined && Object.entries(said).some(([key, value]) => settling.includes(key) && value !== undefined)
  )
}

/**
 * Finds columns of codes that were masked as if their sizes had a meaning: a mean of the sexes 1 and 2. Values that
 * changed places within their column, or became classes, have no such number.
 *
 * @param original - The file.
 * @param masked - The masked file and its rounded columns.
 * @param columns - The columns that were masked.
 * @param schema - Their schema.
 * @returns The columns, each with a number that no record of the original has. Cost: one pass a column, which mostly
 *   ends soon.
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

/** What to write into a schema, and who writes it. */
const settle = 'set kind: categorical or kind: numeric for each in a schema'

/** Columns that a sentence names. */
const NAMED = 6

/**
 * One warning of all such columns.
 *
 * @param found - The columns.
 * @returns `codes masked as numbers: sex (1.8), …`, as a list of one; of none where there are none.
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
 * What is to be said of the codes that a run masked as numbers.
 *
 * @param plan - Its steps, the original, and the schema.
 * @param run - What it made.
 * @returns A warning, or none.
 * @throws NOT_CATEGORICAL where a method masked them that masks categories as well: it would have, had it been told.
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
 * How columns are declared categorical, as advice.
 *
 * @param columns - At least one column.
 * @returns What to write where.
 */
export function sayCategorical(columns: readonly string[]): string {
  const shown = columns.slice(0, NAMED).map((name) => `${JSON.stringify(name)}: { kind: categorical }`)
  const rest = columns.length > NAMED ? ', …' : ''
  return (
    `Say so in a schema (${option('schema', 'FILE')}): columns: { ${shown.join(', ')}${rest} }, or kind: numeric if their ` +
    'sizes have a meaning.'
  )
}
