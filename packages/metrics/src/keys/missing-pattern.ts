/**
 * Missing patterns: the pattern of missing cells of a record is a quasi-identifier, which most methods leave unchanged.
 *
 * m_i ∈ {0, 1}^p marks the missing values of original record i among the p columns of both files; G_i = |{j : the
 * released record j lacks the same}|. Value = 100 · share{i : 1 ≤ G_i < k}; unique: G_i = 1. Joined to the
 * quasi-identifiers it counts the released records that also fit the true keys of i, as `risk/compatible` does. With
 * the role person, G counts persons, and the value is the share of persons with such a record. Source: this project.
 */
import {
  categorical,
  dataset,
  defineMetric,
  isMissing,
  numeric,
  type Column,
  type Dataset,
  type Measurement,
  type Roles,
} from '@sdc/core'
import { keyClasses } from '@sdc/stats'
import { table, unmeasured } from '@sdc/toolkit'
import { compatibleRecords, personsOf, worstOfPersons, type CountedFile } from '@sdc/toolkit/internal'
import * as z from 'zod'
import { riskOfRoles } from '../decision/risks/key-linkage.js'
import { planBoth } from './plan-keys.js'

const params = z.object({
  k: z.int().min(2).default(3).meta({
    description: 'A record is at risk if fewer than k released records lack the same cells.',
    unit: 'records',
  }),
})

export const missingPatternMetric = defineMetric({
  ...riskOfRoles,
  id: 'risk/missing-pattern',
  title: 'Missing patterns',
  summary: 'Share of records whose pattern of missing cells occurs in fewer than k released records.',
  brief: [
    'So many of 100 records are rare by which of their cells are missing.',
    'It looks at the pattern only, not at the values.',
  ],
  formula:
    '100 · share{i : 1 ≤ G_i < k},  G_i = |{j : the released record j lacks the cells that record i lacks, and no other}|',
  honours: ['person'],
  source: [{ where: 'This project: missing cells as a quasi-identifier' }],
  notes: [
    {
      topic: 'interpretation',
      text:
        'An intruder who knows which questions a person did not answer finds the record, however its values are masked. ' +
        'The table has the same in combination with the quasi-identifiers: released records that lack the same cells and ' +
        'fit the true values.',
    },
    {
      topic: 'limits',
      text:
        'Columns of both files count, masked or not, except identifiers. A pattern without a released record (G = 0) is ' +
        'not at risk: its cells were filled or suppressed. An intruder who knows only some of the missing cells finds ' +
        'fewer people.',
    },
    {
      topic: 'release',
      text:
        'To remove rare patterns, fill missing cells (missing = impute), drop columns with few missing cells, or ' +
        'suppress cells.',
    },
    {
      topic: 'missing',
      text: 'The value is 0 if no cell is missing, or every record lacks the same cells.',
    },
  ],
  high: { share: 0.1, meaning: '{value} of the people belong to a rare pattern of missing cells' },
  needsOrigin: false,
  costly: false,
  params,
  cost: { time: 'O(n) a column' },
  reads: ({ original, masked, roles }) => {
    const { names } = sharedColumns(original, masked, roles)
    return { original: names, masked: names }
  },
  plan: (facts) => {
    const { original, masked, roles, rows, params } = facts
    const why = noRecords(rows)
    if (why !== undefined) return unmeasured(why)
    const shared = sharedColumns(original, masked, roles)
    return planBoth(
      facts,
      (file) => withFlags(file, shared, roles),
      (before, after, tick) => patternsOf(before, after, shared, roles, params.k, tick),
    )
  },
})

function noRecords(rows: { readonly original: number; readonly masked: number }): string | undefined {
  if (rows.original === 0) return 'the original has no records'
  return rows.masked === 0 ? 'the masked file has no records' : undefined
}

/** Columns of both files, and the quasi-identifiers among them. */
interface SharedColumns {
  readonly names: readonly string[]
  readonly keys: readonly string[]
}

function sharedColumns(original: Dataset, masked: Dataset, { keys, identifiers }: Roles): SharedColumns {
  const names = original.names.filter((name) => masked.names.includes(name) && !identifiers.includes(name))
  return { names, keys: names.filter((name) => keys.includes(name)) }
}

/** Name of the column of patterns, and prefix for the flags of a column: no column of a file has it. */
const PATTERN = '\0pattern'
const flagOf = (name: string): string => `\0${name}`

/**
 * Returns the quasi-identifiers of a file, the ids of persons if it has them, and a flag for every column, 1 for a
 * missing value.
 */
function withFlags(file: Dataset, { names, keys }: SharedColumns, roles: Roles): Dataset {
  const flags = names.map((name): readonly [string, Column] => {
    const column = file.column(name)
    return [flagOf(name), numeric(Float64Array.from({ length: file.rows }, (_, i) => (isMissing(column, i) ? 1 : 0)))]
  })
  return dataset([...heldBeside(file, keys, roles), ...flags])
}

function heldBeside(file: Dataset, keys: readonly string[], { person }: Roles): (readonly [string, Column])[] {
  const names = file.names.filter((name) => keys.includes(name) || name === person)
  return names.map((name) => [name, file.column(name)] as const)
}

function patternsOf(
  original: CountedFile,
  released: CountedFile,
  { names, keys }: SharedColumns,
  roles: Roles,
  k: number,
  tick?: (fraction: number) => void,
): Measurement {
  const persons = personsOf(original.data, roles)
  const n = persons?.count ?? original.records
  const unit = persons ? 'persons' : 'records'
  const [before, after] = [original, released].map((file) => patternsIn(file.data, names))
  const levels = [...new Set([...before, ...after])]
  const withPattern = (file: CountedFile, patterns: readonly string[]): CountedFile => ({
    ...file,
    data: dataset([...heldBeside(file.data, keys, roles), [PATTERN, categorical(patterns, levels)]]),
  })
  const files = [withPattern(original, before), withPattern(released, after)]
  const counted = (by: readonly string[]): Float64Array | undefined => {
    const found = compatibleRecords(files[0], files[1], by, roles, tick)
    return typeof found === 'string' ? undefined : found.F
  }
  const G = counted([PATTERN]) ?? new Float64Array(before.length)
  const ofUnits = (F: Float64Array): Float64Array =>
    persons
      ? worstOfPersons(
          persons,
          F.map((count) => count || Number.NaN),
          'least',
        )
      : F
  const recordsWhere = (F: Float64Array, holds: (count: number) => boolean): number =>
    ofUnits(F).reduce((sum, count, i) => sum + (holds(count) ? (original.counts?.[i] ?? 1) : 0), 0)
  // A pattern that everybody has distinguishes nobody.
  const few = (F: Float64Array): number =>
    levels.length === 1 ? 0 : recordsWhere(F, (count) => count > 0 && count < k)
  const rows: (readonly [string, Float64Array])[] = [['missing cells', G]]
  const [byKeys, byBoth] = keys.length === 0 ? [] : [counted(keys), counted([...keys, PATTERN])]
  if (byKeys && byBoth) rows.push(['quasi-identifiers', byKeys], ['both', byBoth])
  return {
    value: (100 * few(G)) / n,
    used: n,
    ...(persons && { unit: 'persons' as const }),
    ...(original.counts === undefined && { records: G }),
    tables: new Map([
      [
        'patterns',
        table({
          'who is known by': rows.map(([label]) => label),
          [`unique ${unit}`]: Float64Array.from(rows, ([, F]) => recordsWhere(F, (count) => count === 1)),
          [`fewer than ${k}`]: Float64Array.from(rows, ([, F]) => recordsWhere(F, (count) => count > 0 && count < k)),
          [`of ${unit}`]: new Float64Array(rows.length).fill(n),
        }),
      ],
    ]),
  }
}

/** Returns the pattern of missing cells of each record, as text. */
function patternsIn(data: Dataset, names: readonly string[]): string[] {
  const flags = names.map((name) => {
    const column = data.column(flagOf(name))
    return column.kind === 'numeric' ? Int32Array.from(column.values) : column.codes
  })
  if (flags.length === 0) return Array.from({ length: data.rows }, () => '')
  const { ids, firsts } = keyClasses(flags)
  const texts = Array.from(firsts, (i) => flags.map((of) => of[i]).join(''))
  return Array.from(ids, (id) => texts[id])
}
