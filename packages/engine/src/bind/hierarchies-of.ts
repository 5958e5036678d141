import { isSdcError, neverMaskedRoles, SdcError, type Dataset, type Hierarchy } from '@sdc/core'
import { hierarchyOfRule, parseHierarchyRule } from '@sdc/toolkit/internal'
import type { FileSchema } from '../plan/plan.js'

/** Rows that rules made from the columns of a file, so that each tree is learned once. */
const made = new WeakMap<Dataset, Map<string, Hierarchy>>()

/**
 * Hierarchies of the columns of a file: the rows of its schema, and the rows that rules make of the values.
 *
 * @param data - The original file. A file without records has no rows of numbers, and no learned tree.
 * @param schema - Its schema.
 * @returns Rows by column.
 * @throws BAD_HIERARCHY with everything that is wrong with the rules.
 */
export function hierarchiesOf(data: Dataset, schema: FileSchema | undefined): Map<string, Hierarchy> {
  const found = new Map<string, Hierarchy>()
  const failures: SdcError[] = []
  for (const [name, { hierarchy }] of Object.entries(schema?.columns ?? {})) {
    if (hierarchy === undefined || !data.names.includes(name)) continue
    try {
      const rows = typeof hierarchy === 'string' ? rowsOf(data, name, hierarchy, schema) : hierarchy
      if (rows.length > 0) found.set(name, rows)
    } catch (error) {
      if (!isSdcError(error)) throw error
      failures.push(error)
    }
  }
  if (failures.length > 1) {
    const message = failures.map((one) => one.message).join('; ')
    throw new SdcError('BAD_HIERARCHY', message, failures[0].place, failures.map(({ fix }) => fix).join(' '))
  }
  if (failures.length > 0) throw failures[0]
  return found
}

/**
 * Schema without its hierarchies, for a file whose values may be classes already: rules are made of the original's values.
 *
 * @param schema - Schema of the original.
 */
export function withoutHierarchies(schema: FileSchema | undefined): FileSchema | undefined {
  if (schema === undefined) return undefined
  const columns = Object.entries(schema.columns).map(([name, one]) => [name, { ...one, hierarchy: undefined }] as const)
  return { ...schema, columns: Object.fromEntries(columns) }
}

function rowsOf(data: Dataset, name: string, text: string, schema: FileSchema | undefined): Hierarchy {
  const place = { column: name }
  const rule = parseHierarchyRule(text, place)
  if (rule.form === 'tree' && data.rows === 0) return []
  const nobodys = new Set(
    Object.entries(schema?.columns ?? {}).flatMap(([column, { role }]) =>
      role && neverMaskedRoles.includes(role) ? [column] : [],
    ),
  )
  const others = data.names.filter((other) => other !== name && !nobodys.has(other))
  const key = JSON.stringify([name, text, rule.form === 'tree' && others])
  const known = made.get(data) ?? new Map<string, Hierarchy>()
  made.set(data, known)
  const rows = known.get(key) ?? hierarchyOfRule(rule, { data, name, others }, place)
  known.set(key, rows)
  refuseMissingTexts(rows, name, text, schema)
  return rows
}

/** Refuses a class whose name would be read as a missing value. */
function refuseMissingTexts(rows: Hierarchy, column: string, rule: string, schema: FileSchema | undefined): void {
  const missing = schema?.columns[column].missing ?? schema?.missing ?? ['', 'NA']
  const label = rows.flatMap((row) => row.slice(1)).find((text) => missing.includes(text))
  if (label === undefined) return
  const message = `the hierarchy rule "${rule}" of column "${column}" makes the class "${label}", which means a missing value in this column`
  throw new SdcError(
    'BAD_HIERARCHY',
    message,
    { column },
    'Use another rule, or another text for missing values (missing).',
  )
}
