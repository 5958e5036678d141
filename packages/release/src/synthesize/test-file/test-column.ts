import { SdcError, type LevelOfValues, type Role, type TimeKind } from '@sdc/core'
import type { FileSchema } from '@sdc/engine'
import { dateFormat, defaultMissing, type DateFormat } from '@sdc/files'
import { log10, pow } from '@sdc/stats'

/** Values that a column of a test file can have. */
export interface TestColumn {
  readonly name: string
  readonly role?: Role | undefined
  /** Owner of its values. */
  readonly level: LevelOfValues
  readonly values: TestNumbers | TestLevels | TestIds
  /** Texts of its missing values; none if the schema declares none. */
  readonly missing: readonly string[]
  /** Settings that the schema lacks; the values are then made up. */
  readonly lacks?: string | undefined
}

/** Numbers from `low` to `high` in steps of 1/scale. */
export interface TestNumbers {
  readonly kind: 'numbers'
  readonly low: number
  readonly high: number
  readonly scale: number
  readonly format?: DateFormat | undefined
  /** Returns true for a number that means a missing value. */
  readonly isCode: (value: number) => boolean
}

export interface TestLevels {
  readonly kind: 'levels'
  readonly levels: readonly string[]
  readonly ordered: boolean
}

/** Different values: numbers, or the name of the column with a number. */
export interface TestIds {
  readonly kind: 'ids'
  readonly areTexts: boolean
}

type ColumnSchema = FileSchema['columns'][string]

/** Range of numbers and times without bounds; dates in days, times in seconds. */
const usualRange: Readonly<Record<'numeric' | TimeKind, readonly [low: number, high: number]>> = {
  numeric: [0, 100],
  date: [Date.UTC(2000, 0, 1) / 864e5, Date.UTC(2029, 11, 31) / 864e5],
  datetime: [Date.UTC(2000, 0, 1) / 1000, Date.UTC(2030, 0, 1) / 1000 - 1],
  time: [0, 86_399],
}

/** Categories of a column without levels. */
const usualLevels = ['A', 'B', 'C']

/**
 * Describes the values of a column by its schema alone.
 *
 * @param name - The column.
 * @param schema - Schema of the file.
 * @param texts - Categories that the rules of the schema name, for a column without levels.
 * @returns The values.
 * @throws BAD_PLAN if bounds and missing codes leave no value.
 */
export function testColumn(name: string, schema: FileSchema, texts: readonly string[]): TestColumn {
  const column = schema.columns[name]
  const { role, level = 'record' } = column
  const missing = missingTexts(column, schema)
  const of = { name, role, level, missing: role === undefined || !ids.includes(role) ? missing : [] }
  const hasLevels = column.levels !== undefined || column.labels !== undefined
  if (role === 'person' || role === 'household' || (role === 'identifier' && !hasLevels && !isTime(column.kind)))
    return { ...of, level: role === 'identifier' ? level : role, values: { kind: 'ids', areTexts: isText(column) } }
  return kindOf(column) === 'categorical'
    ? { ...of, ...levelsOf(column, schema, texts) }
    : { ...of, ...numbersOf(name, column, schema) }
}

const ids: readonly Role[] = ['identifier', 'person', 'household', 'wave', 'weight']

const isTime = (kind: ColumnSchema['kind']): kind is TimeKind =>
  kind === 'date' || kind === 'datetime' || kind === 'time'

const isText = ({ kind }: ColumnSchema): boolean => kind === 'categorical'

/** Returns the kind of a column; if the schema does not state it, the kind that its other settings imply. */
function kindOf({
  kind,
  min,
  max,
  integer,
  role,
  dateFormat: format,
}: ColumnSchema): NonNullable<ColumnSchema['kind']> {
  if (kind !== undefined) return kind
  if (format !== undefined) return 'date'
  return min !== undefined || max !== undefined || integer !== undefined || role === 'weight' || role === 'wave'
    ? 'numeric'
    : 'categorical'
}

/** Returns the declared texts of missing values. */
function missingTexts({ missing, missingRange }: ColumnSchema, schema: FileSchema): readonly string[] {
  const texts = missing ?? schema.missing ?? []
  const end = missingRange?.find(Number.isFinite)
  return texts.length > 0 || end === undefined ? texts : [String(end)]
}

function levelsOf(
  { levels, labels, hierarchy, taxonomy, missing, ordered = false }: ColumnSchema,
  schema: FileSchema,
  texts: readonly string[],
): Pick<TestColumn, 'values' | 'lacks'> {
  const parents = new Set(Object.values(taxonomy ?? {}))
  const declared = [
    levels,
    labels && Object.keys(labels),
    Array.isArray(hierarchy) ? hierarchy.map(([value]) => value) : undefined,
    taxonomy && Object.keys(taxonomy).filter((level) => !parents.has(level)),
  ]
  const codes = missing ?? schema.missing ?? defaultMissing
  const known = declared
    .map((list) => list?.filter((level) => !codes.includes(level)) ?? [])
    .find((list) => list.length > 0)
  const made = [...new Set([...texts, ...(texts.length > 1 ? [] : usualLevels)])]
  const values: TestLevels = { kind: 'levels', levels: known ?? made, ordered }
  return known === undefined ? { values, lacks: 'levels' } : { values }
}

function numbersOf(name: string, column: ColumnSchema, schema: FileSchema): Pick<TestColumn, 'values' | 'lacks'> {
  const kind = kindOf(column) as 'numeric' | TimeKind
  const [first, last] = usualRange[kind]
  const { min, max, integer = kind !== 'numeric', role } = column
  const isWhole = integer || role === 'wave'
  const low =
    min ??
    (max === undefined
      ? Math.max(first, role === 'wave' || role === 'weight' ? 1 : 0)
      : Math.min(first, max - (last - first)))
  const high = max ?? Math.max(last, low + (last - first))
  const scale = isWhole ? 1 : pow(10, Math.max(2, 2 - Math.floor(log10(high - low || 1))))
  const format = isTime(column.kind) ? formatOf(name, column.kind, column.dateFormat) : undefined
  const isCode = codesOf(column, schema)
  const lacks = [...(min === undefined ? ['min'] : []), ...(max === undefined ? ['max'] : [])].join(' and ')
  const values: TestNumbers = {
    kind: 'numbers',
    low: Math.ceil(inSteps(low, scale)),
    high: Math.floor(inSteps(high, scale)),
    scale,
    format,
    isCode,
  }
  return lacks === '' ? { values } : { values, lacks }
}

/** Returns a number of steps, without the error of the product: 0.07 is 7 steps of 0.01. */
const inSteps = (value: number, scale: number): number => Number((value * scale).toPrecision(14))

function formatOf(name: string, kind: TimeKind, text: string | undefined): DateFormat {
  const format = dateFormat(kind, text)
  if ('parse' in format) return format
  const message = `the dateFormat of column "${name}", ${text}, is none: ${format.problem}`
  throw new SdcError('BAD_PLAN', message, { column: name }, 'Write it as in DD.MM.YYYY.')
}

function codesOf(
  { missing, missingRange }: ColumnSchema,
  { missing: all = [], decimal }: FileSchema,
): (value: number) => boolean {
  const [low, high] = missingRange ?? [Number.NaN, Number.NaN]
  const texts = (missing ?? all).map((text) => (decimal === ',' ? text.replace(',', '.') : text).trim())
  const codes = new Set(texts.flatMap((text) => (text === '' ? [] : [Number(text)])))
  return (value) => codes.has(value) || (value >= low && value <= high)
}
