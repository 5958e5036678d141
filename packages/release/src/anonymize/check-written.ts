import { type Column, type Dataset, type Hierarchy, exp, log } from '@sdc/core'
import { rolesOf, type FileSchema } from '@sdc/engine'
import type { CsvFile } from '@sdc/files'
import { formatOfContent } from '@sdc/files/formats'
import { personsOf, type Units } from '@sdc/toolkit/internal'
import { type InputFile, readTable } from '@sdc/inspect'
import {
  equalCloseness,
  hierarchicalCloseness,
  orderedCloseness,
  valueOrder,
  type ClosenessTo,
  type ValueOrder,
} from './closeness.js'
import { codesOf, sortedRuns, weighed, type Codes, type Weighed } from './sorted-classes.js'

/** Input of the check of a written file. */
export interface WrittenCheckInput {
  /** The bytes that will be written, and the table read from them if they are Parquet. */
  readonly written: Pick<InputFile, 'content' | 'table'>
  /** Separator of the written file, if it differs from that of the original. */
  readonly separator?: string | undefined
  /** The original file. */
  readonly source: CsvFile
  readonly schema: FileSchema | undefined
  readonly keys: readonly string[]
  /** Columns for which ℓ or t is required. */
  readonly sensitive: readonly string[]
  readonly wanted: {
    readonly k: number
    readonly l?: number | undefined
    readonly model: 'distinct' | 'entropy' | 'recursive'
    readonly c: number
    readonly t?: number | undefined
    readonly distance: 'auto' | 'equal' | 'ordered' | 'hierarchical'
  }
}

/** Findings for one column that is not a quasi-identifier. */
export interface ColumnCheck {
  readonly column: string
  /** Classes in which all records have the same value, and the records in them. */
  readonly classesOfOneValue: number
  readonly recordsOfOneValue: number
  /** Smallest ℓ of a class by the required model, for sensitive columns. */
  readonly leastL: number | null
  /** Largest t of a class. */
  readonly greatestT: number | null
}

/** Findings for a written file. */
export interface WrittenCheck {
  readonly records: number
  readonly classes: number
  /** Records of the smallest class; persons if a column has that role. */
  readonly least: number
  readonly greatest: number
  readonly counted?: 'persons'
  readonly columns: readonly ColumnCheck[]
  /** Requirements that do not hold; empty if all hold. */
  readonly failures: readonly string[]
}

/**
 * Checks a written file as a recipient would who does not know how it was made. Reads the file, sorts it by the texts
 * of its quasi-identifiers, and takes each run of equal records as a class. A record without quasi-identifiers belongs
 * to a class, too. ℓ and t are computed by their definitions, t against the original. If a column has the role person,
 * classes count persons, and each person counts once in ℓ and t.
 *
 * @param input - The file and its requirements.
 * @returns The findings. Cost: O(n) a column, and the values of each class.
 */
export function checkWritten(input: WrittenCheckInput): WrittenCheck {
  const { schema, keys, sensitive, wanted } = input
  const original = input.source.dataset
  const encoding = formatOfContent(input.written.content) === 'csv' ? input.source.dialect.encoding : undefined
  const written = readTable({ name: 'the written file', encoding, ...input.written }, textSchema(input)).dataset
  const persons = personsOf(written, rolesOf(written, knownOf(schema, written)))
  const runs = weighed(
    sortedRuns(
      keys.map((name) => codesOf(written.column(name))),
      written.rows,
    ),
    persons,
  )
  const { sizes } = runs
  const others = written.names.filter((name) => !keys.includes(name))
  const columns = others.map((name): ColumnCheck => {
    const asked = sensitive.includes(name)
    const codes = codesOf(written.column(name))
    const diversity = classValues(codes, runs, asked ? diversityOf(wanted) : undefined)
    const t = asked && wanted.t !== undefined ? greatestT(name, written, original, schema, wanted.distance, runs) : null
    return { column: name, ...diversity, greatestT: t }
  })
  const least = sizes.reduce((a, b) => Math.min(a, b), Infinity)
  const failures = failuresOf(wanted, least, persons ? 'persons' : 'records', columns)
  return {
    records: written.rows,
    classes: sizes.length,
    columns,
    failures,
    least: sizes.length === 0 ? 0 : least,
    greatest: sizes.reduce((a, b) => Math.max(a, b), 0),
    ...(persons && { counted: 'persons' }),
  }
}

/** Returns a sentence for each requirement that does not hold. */
function failuresOf(
  wanted: WrittenCheckInput['wanted'],
  least: number,
  unit: 'persons' | 'records',
  columns: readonly ColumnCheck[],
): string[] {
  return [
    ...(least < wanted.k ? [`a class has ${least} ${unit}, fewer than k = ${wanted.k}`] : []),
    ...columns.flatMap(({ column, leastL, greatestT: t }) => [
      ...(wanted.l !== undefined && leastL !== null && leastL < wanted.l - 1e-9
        ? [`a class has ${leastL} values of "${column}" (${wanted.model}), fewer than l = ${wanted.l}`]
        : []),
      ...(wanted.t !== undefined && t !== null && t > wanted.t + 1e-9
        ? [`a class is ${t} from the file in "${column}", more than t = ${wanted.t}`]
        : []),
    ]),
  ]
}

/**
 * Returns the schema that reads every column as text, except numbers that were not recoded; codes for missing values stay missing.
 */
function textSchema({ source, schema, keys, separator = source.dialect.separator }: WrittenCheckInput): FileSchema {
  const original = source.dataset
  const { decimal, header } = source.dialect
  const columns = original.names.map((name) => {
    const missing = schema && Object.hasOwn(schema.columns, name) ? schema.columns[name].missing : undefined
    const text = keys.includes(name) || original.column(name).kind === 'categorical'
    return [name, { ...(text && { kind: 'categorical' as const }), ...(missing && { missing }) }] as const
  })
  const dropped = schema ? Object.entries(schema.columns).filter(([, { role }]) => role === 'identifier') : []
  const kept = columns.filter(([name]) => !dropped.some(([gone]) => gone === name))
  return { separator, decimal, header, missing: schema?.missing, columns: Object.fromEntries(kept) }
}

/** Returns the schema of the columns that the written file has. */
function knownOf(schema: FileSchema | undefined, { names }: Dataset): FileSchema | undefined {
  if (schema === undefined) return undefined
  const columns = Object.entries(schema.columns).filter(([name]) => names.includes(name))
  return { ...schema, columns: Object.fromEntries(columns.map(([name, { role }]) => [name, { role }])) }
}

type Diversity = (counts: readonly number[], total: number) => number

function classValues(
  { codes, size }: Codes,
  { order, starts, weights, sizes }: Weighed,
  diversity: Diversity | undefined,
): Omit<ColumnCheck, 'column' | 'greatestT'> {
  const counts = new Float64Array(size)
  let classesOfOneValue = 0
  let recordsOfOneValue = 0
  let leastL = Infinity
  for (let c = 0; c + 1 < starts.length; c++) {
    const found: number[] = []
    for (const i of order.subarray(starts[c], starts[c + 1])) {
      if (counts[codes[i]] === 0) found.push(codes[i])
      counts[codes[i]] += weights[i]
    }
    if (found.length === 1) {
      classesOfOneValue++
      recordsOfOneValue += starts[c + 1] - starts[c]
    }
    if (diversity)
      leastL = Math.min(
        leastL,
        diversity(
          found.map((code) => counts[code]),
          sizes[c],
        ),
      )
    for (const code of found) counts[code] = 0
  }
  return { classesOfOneValue, recordsOfOneValue, leastL: diversity && starts.length > 1 ? leastL : null }
}

/** Returns the diversity of a class by the required model. */
function diversityOf({ l, model, c }: WrittenCheckInput['wanted']): Diversity | undefined {
  if (l === undefined) return undefined
  if (model === 'distinct') return (counts) => counts.length
  if (model === 'entropy')
    return (counts, total) => exp(-counts.reduce((sum, count) => sum + (count / total) * log(count / total), 0))
  // The greatest ℓ with r_1 < c·(r_ℓ + … + r_m).
  return (counts) => {
    const sorted = [...counts].sort((a, b) => b - a)
    let tail = 0
    for (let rank = sorted.length; rank >= 1; rank--) {
      tail += sorted[rank - 1]
      // Sums of shares of persons are rounded.
      if (sorted[0] < c * tail + (sorted.every(Number.isInteger) ? 0 : 1e-9)) return rank
    }
    return 0
  }
}

function greatestT(
  name: string,
  written: Dataset,
  original: Dataset,
  schema: FileSchema | undefined,
  distance: WrittenCheckInput['wanted']['distance'],
  { order, starts, weights, sizes }: Weighed,
): number {
  const before = original.column(name)
  const values = valueOrder(before)
  const roles = rolesOf(original, schema)
  const persons = personsOf(original, roles)
  const measure = closenessBy(distance, before, values, { rows: roles.hierarchies?.get(name), persons })
  const codes = values.of(written.column(name))
  const counts = new Float64Array(values.size + 1)
  let most = 0
  for (let c = 0; c + 1 < starts.length; c++) {
    const found: number[] = []
    for (const i of order.subarray(starts[c], starts[c + 1])) {
      if (counts[codes[i]] === 0) found.push(codes[i])
      counts[codes[i]] += weights[i]
    }
    found.sort((a, b) => a - b)
    const own = found.map((value) => counts[value])
    most = Math.max(most, measure(found, own, sizes[c]))
    for (const value of found) counts[value] = 0
  }
  return most
}

function closenessBy(
  distance: WrittenCheckInput['wanted']['distance'],
  before: Column,
  values: ValueOrder,
  { rows, persons }: { readonly rows: Hierarchy | undefined; readonly persons: Units | undefined },
): ClosenessTo {
  const hasOrder = before.kind === 'numeric' || before.ordered
  const usual = rows && before.kind !== 'numeric' ? 'hierarchical' : hasOrder ? 'ordered' : 'equal'
  const asked = distance === 'auto' ? usual : distance
  if (asked === 'hierarchical' && rows) return hierarchicalCloseness(before, values, { rows, persons })
  return (asked === 'ordered' ? orderedCloseness : equalCloseness)(values.of(before), values.size, persons)
}
