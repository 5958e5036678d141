import { listed, SdcError } from '@sdc/core'
import type { FileSchema } from './plan.js'

/**
 * Replaces the patterns of a schema by the columns that they match. A key with `*` that is not a column of the file is
 * a pattern; `*` matches any text. A column that the schema names takes nothing from a pattern.
 *
 * @param schema - The schema.
 * @param names - The columns of the file.
 * @returns The schema without patterns.
 * @throws BAD_PLAN if a pattern matches no column, or if two patterns match the same column.
 */
export function expandPatterns(schema: FileSchema, names: readonly string[]): FileSchema {
  if (!hasPatterns(schema)) return schema
  const known = new Set(names)
  const patterns = Object.keys(schema.columns).filter((key) => key.includes('*') && !known.has(key))
  if (patterns.length === 0) return schema
  const of = new Map<string, string>()
  for (const pattern of patterns) {
    const matched = names.filter((name) => matches(pattern, name))
    if (matched.length === 0) throw unmatched(pattern, names)
    const taken = matched.filter((name) => !Object.hasOwn(schema.columns, name))
    const twice = taken.filter((name) => of.has(name))
    if (twice.length > 0) throw ambiguous(of.get(twice[0]) ?? '', pattern, twice)
    for (const name of taken) of.set(name, pattern)
  }
  const columns = Object.entries(schema.columns).flatMap(([key, column]) =>
    patterns.includes(key)
      ? [...of].flatMap(([name, pattern]) => (pattern === key ? [[name, column] as const] : []))
      : [[key, column] as const],
  )
  return { ...schema, columns: Object.fromEntries(columns) }
}

/** Tests whether a key of the schema can be a pattern. */
export function hasPatterns(schema: FileSchema): boolean {
  return Object.keys(schema.columns).some((key) => key.includes('*'))
}

/** Searches for the texts between the stars from left to right, in linear time for any pattern. */
function matches(pattern: string, name: string): boolean {
  const [first, ...rest] = pattern.split('*')
  const last = rest.pop() ?? ''
  if (name.length < first.length + last.length || !name.startsWith(first) || !name.endsWith(last)) return false
  const end = name.length - last.length
  let at = first.length
  for (const text of rest) {
    const found = name.indexOf(text, at)
    if (found < 0 || found + text.length > end) return false
    at = found + text.length
  }
  return true
}

function unmatched(pattern: string, names: readonly string[]): SdcError {
  const text = `the pattern "${pattern}" of the schema matches no column; the file has ${listed(names)}`
  return new SdcError('BAD_PLAN', text, { path: ['columns', pattern] }, 'Correct the pattern, or remove it.')
}

function ambiguous(first: string, second: string, columns: readonly string[]): SdcError {
  const message = `the patterns "${first}" and "${second}" of the schema both match ${listed(columns)}`
  const fix = `Name ${columns.length > 1 ? 'these columns themselves' : 'this column itself'}, or narrow a pattern.`
  return new SdcError('BAD_PLAN', message, { path: ['columns', second] }, fix)
}
