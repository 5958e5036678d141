import type { Dataset, MaskResult, Reported } from '@sdc/core'
import * as z from 'zod'
import type { WrittenCheck } from './check-written.js'
import type { Anonymization, AnonymizeRequirements } from './anonymization.js'

const count = z.int().min(0)
const nullable = z.number().nullable()

/** Form of the output of `sdc anonymize --json`. */
export const anonymizeOutput = z.strictObject({
  k: z.int(),
  l: z.number().optional(),
  t: z.number().optional(),
  quasiIdentifiers: z.array(z.string()),
  confidential: z.array(z.string()),
  recoding: z.enum(['local', 'global', 'given']).meta({
    description: 'local: columns mix levels. global: one level in each column. given: the recoding of another file.',
  }),
  records: z.strictObject({ read: count, written: count, removed: count, blanked: count }),
  nodes: z.int().meta({ description: 'The combinations of levels that there are.' }),
  cellLoss: z.number().meta({
    description:
      'The mean over all cells of the keys of (values under the class − 1)/(values − 1); 1 for a suppressed record.',
  }),
  check: z
    .strictObject({
      records: count,
      classes: count,
      least: count,
      greatest: count,
      counted: z.literal('persons').optional().meta({
        description: 'Unit of least and greatest, where a column has the role person.',
      }),
      columns: z.array(
        z.strictObject({
          column: z.string(),
          classesOfOneValue: count,
          recordsOfOneValue: count,
          leastL: nullable,
          greatestT: nullable,
        }),
      ),
    })
    .meta({ description: 'Check of the written file, read again and sorted by its quasi-identifiers.' }),
  mapping: z
    .array(
      z.strictObject({
        column: z.string(),
        value: z.string().nullable(),
        level: count,
        class: z.string().nullable(),
        records: count,
      }),
    )
    .meta({ description: 'Class of every value: a row for each value and level at which records have it.' }),
  levels: z
    .array(z.strictObject({ levels: z.record(z.string(), count), records: count }))
    .meta({ description: 'The combinations of levels that records have.' }),
  verdict: z.array(z.string()).meta({
    description:
      'Identity disclosure, attribute disclosure, information loss, and what is not protected: a sentence each.',
  }),
  lattice: z
    .array(z.strictObject({ node: z.string(), satisfies: z.int(), suppressed: count, score: nullable }))
    .optional()
    .meta({
      description:
        'The nodes that were looked at: in the file of --write-search only, where columns have one level each.',
    }),
})

/** Findings of an anonymisation, without the nodes of the lattice. */
export type Anonymized = Omit<z.output<typeof anonymizeOutput>, 'lattice'>

/**
 * Facts of an anonymisation for programs.
 *
 * @param read - The records of the original.
 * @param plan - The planned anonymisation.
 * @param requirements - The requirements.
 * @param check - Facts of the written file.
 * @param values - Values that the method reported.
 * @returns All but the verdict.
 */
export function anonymizedReport(
  read: number,
  { keys, sensitive, nodes }: Anonymization,
  { k, l, t, local, recoding }: AnonymizeRequirements,
  { records, classes, least, greatest, counted, columns }: WrittenCheck,
  values: NonNullable<MaskResult['report']>,
): Anonymized {
  const number = (name: string): number => {
    const value = values.get(name)
    return typeof value === 'number' ? value : 0
  }
  const mapping = tableOf(values.get('mapping'))
  const levels = tableOf(values.get('levels'))
  return {
    k,
    quasiIdentifiers: [...keys],
    confidential: [...sensitive],
    nodes,
    check: { records, classes, least, greatest, ...(counted && { counted }), columns: [...columns] },
    ...(l !== undefined && { l }),
    ...(t !== undefined && { t }),
    recoding: recoding ? 'given' : local ? 'local' : 'global',
    records: {
      read,
      written: records,
      removed: number('records removed'),
      blanked: number('records blanked'),
    },
    cellLoss: number('cell loss'),
    mapping: Array.from({ length: mapping.rows }, (_, i) => ({
      column: text(mapping, 'column', i) ?? '',
      value: text(mapping, 'value', i),
      level: figure(mapping, 'level', i),
      class: text(mapping, 'class', i),
      records: figure(mapping, 'records', i),
    })),
    levels: Array.from({ length: levels.rows }, (_, i) => ({
      levels: Object.fromEntries(keys.map((name) => [name, figure(levels, `level of ${name}`, i)])),
      records: figure(levels, 'records', i),
    })),
    verdict: [],
  }
}

function tableOf(value: Reported | undefined): Dataset {
  if (typeof value === 'object' && 'names' in value) return value
  throw new TypeError('the report of the method lacks a table')
}

function text(table: Dataset, name: string, i: number): string | null {
  const column = table.column(name)
  return column.kind === 'categorical' ? (column.levels[column.codes[i]] ?? null) : String(column.values[i])
}

function figure(table: Dataset, name: string, i: number): number {
  const column = table.column(name)
  return column.kind === 'numeric' ? column.values[i] : Number.NaN
}
