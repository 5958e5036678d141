import {
  asNote,
  isSdcError,
  option,
  SdcError,
  unknownColumn,
  withColumns,
  type Column,
  type Hierarchy,
  type Message,
  type Taxonomy,
} from '@sdc/core'
import { hierarchiesOf, type FileSchema } from '@sdc/engine'
import type { CsvFile } from '@sdc/files'
import type { TableFile } from '@sdc/files/formats'
import { columnHierarchy } from '@sdc/toolkit/internal'
import type { InputFile } from './input-file.js'
import { withMissingOf } from './missing-of-file.js'
import { hierarchyRowsOf } from './level-hierarchy.js'

/** The hierarchy files of a command line. */
export interface HierarchyFiles {
  /** By column, as `--hierarchy column=FILE` names them. */
  readonly named: readonly (readonly [column: string, file: InputFile])[]
  /** Files of a folder, by column: the file name is the name of the column, if there is one. */
  readonly folder: readonly (readonly [column: string, file: InputFile])[]
  /** By column, the rules that `--hierarchy column=RULE` gives. */
  readonly rules?: readonly (readonly [column: string, rule: string])[]
}

/** A table with the notes from reading it. */
type NotedTable = Pick<CsvFile, 'dataset'> & Partial<Pick<TableFile, 'notes' | 'dictionary'>>

/** A table whose columns have their hierarchies. */
export interface WithHierarchies<Table extends NotedTable> {
  readonly source: Table
  readonly schema: FileSchema | undefined
  /** Notes from reading the table, and files of the folder that belong to no column. */
  readonly notes: readonly Message[]
}

type ColumnPlan = FileSchema['columns'][string]

/**
 * Adds hierarchies from files to a table and its schema, in place of existing ones, with the missing values of the
 * file. A categorical column without a taxonomy gets the one implied by its hierarchy, if every label has one parent.
 *
 * @param source - The table.
 * @param held - Its schema.
 * @param files - The hierarchies, by column; a named one takes precedence over one of the folder. Rules are kept as
 *   rules, and checked against the values of the table.
 * @returns Table and schema; unchanged if there is nothing to add.
 * @throws UNKNOWN_COLUMN for a named file without a column, BAD_HIERARCHY with the errors of all files at once,
 *   RAGGED_ROW and EMPTY_FILE.
 */
export function withHierarchies<Table extends NotedTable>(
  source: Table,
  held: FileSchema | undefined,
  { named, folder, rules = [] }: HierarchyFiles = { named: [], folder: [] },
): WithHierarchies<Table> {
  const { names } = source.dataset
  const schema = withMissingOf(held, source.dictionary)
  for (const [column, file] of named) if (!names.includes(column)) throw hierarchyOfNothing(column, names, file)
  for (const [column] of rules) if (!names.includes(column)) throw hierarchyOfNothing(column, names)
  const there = folder.filter(([column]) => names.includes(column))
  const unused = folder.filter(([column]) => !names.includes(column))
  const notes = [
    ...(source.notes ?? []),
    ...unused.map(([column, { name }]) => `${name} is not used: there is no column "${column}"`),
  ].map(asNote)
  const files = new Map([...there, ...named])
  for (const [column] of rules) files.delete(column)
  if (files.size === 0 && rules.length === 0) {
    hierarchiesOf(source.dataset, schema)
    return { source, schema, notes }
  }
  const columns = new Map(Object.entries(schema?.columns ?? {}))
  const changed = new Map<string, Column>()
  const failures: SdcError[] = []
  for (const [name, file] of files) {
    try {
      const column = source.dataset.column(name)
      const rows = hierarchyRowsOf(file)
      columnHierarchy(column, rows, { column: name, file: file.name })
      const plan = columns.get(name) ?? {}
      refuseMissingCode(rows, missingTexts(plan, schema), { column: name, file: file.name })
      const taxonomy = impliedTaxonomy(column, rows, plan, missingTexts(plan, schema))
      columns.set(name, {
        ...plan,
        hierarchy: rows,
        ...(taxonomy && { kind: 'categorical', taxonomy: Object.fromEntries(taxonomy) }),
      })
      if (taxonomy && column.kind === 'categorical') changed.set(name, { ...column, taxonomy })
    } catch (error) {
      if (!isSdcError(error)) throw error
      failures.push(error)
    }
  }
  if (failures.length > 0) throw together(failures)
  for (const [name, hierarchy] of rules) columns.set(name, { ...columns.get(name), hierarchy })
  const described = { ...schema, columns: Object.fromEntries(columns) }
  hierarchiesOf(source.dataset, described)
  const dataset = changed.size > 0 ? withColumns(source.dataset, changed) : source.dataset
  return { source: { ...source, dataset }, schema: described, notes }
}

function hierarchyOfNothing(column: string, names: readonly string[], file?: InputFile): SdcError {
  const { fix } = unknownColumn(column, names)
  const message = `${option('hierarchy')} names "${column}", which is not a column of the file`
  return new SdcError('UNKNOWN_COLUMN', message, { column, ...(file && { file: file.name }) }, fix)
}

/** Returns the texts that mean missing in a column. */
function missingTexts(plan: ColumnPlan, schema: FileSchema | undefined): readonly string[] {
  return plan.missing ?? schema?.missing ?? ['', 'NA']
}

/** Refuses a class named like a missing value, since it would be read back as missing. */
function refuseMissingCode(
  rows: Hierarchy,
  missing: readonly string[],
  place: { readonly column: string; readonly file: string },
): void {
  for (const [i, row] of rows.entries()) {
    const level = row.findIndex((text, h) => h > 0 && missing.includes(text))
    if (level < 0) continue
    const message = `row ${i + 1} of the hierarchy of column "${place.column}" has the class "${row[level]}" at level ${level}, which means a missing value in this column`
    const fix = 'Give the class another name, or say in a schema what means missing (missing).'
    throw new SdcError('BAD_HIERARCHY', message, { ...place, row: i + 1 }, fix)
  }
}

/** Returns the parent of each label of a hierarchy; undefined if a label has two, or the column has a taxonomy. */
function impliedTaxonomy(
  column: Column,
  rows: Hierarchy,
  plan: ColumnPlan,
  missing: readonly string[],
): Taxonomy | undefined {
  if (column.kind === 'numeric' || column.taxonomy !== undefined || plan.taxonomy !== undefined) return undefined
  const above = new Map<string, string | null>()
  for (const row of rows) {
    if (missing.includes(row[0])) continue
    // A class with the name of the one below is the same level.
    const labels = row.filter((text, h) => h === 0 || text !== row[h - 1])
    for (const [h, text] of labels.entries()) {
      const parent = labels[h + 1] ?? null
      const known = above.get(text)
      if (known !== undefined && known !== parent) return undefined
      above.set(text, parent)
    }
  }
  return column.levels.every((level) => above.has(level)) ? above : undefined
}

/** Combines several errors into one, so that all files can be corrected at once. */
function together(failures: readonly SdcError[]): SdcError {
  const [first] = failures
  if (failures.length === 1) return first
  const message = failures.map((one) => one.message).join('; ')
  const fix = failures.map(({ place, fix: what }) => `${place.file ?? place.column ?? ''}: ${what}`).join('\n  ')
  return new SdcError(first.code, message, { column: first.place.column }, fix)
}
