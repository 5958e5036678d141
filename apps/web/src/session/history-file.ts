import { SdcError } from '@sdc/core'
import type { Settings } from '../worker/protocol.js'
import type { Version } from './session-types.js'
import type { VersionTree } from './version-tree.js'

/** What the file says that it is; another number is another form. */
const FORMAT = 'sdc page history 1'

/**
 * The tree of versions as a file: settings and names of columns, without a cell of the data.
 *
 * @param tree - The versions.
 * @param data - The name of the file that they are of, and its columns.
 * @returns JSON; the same tree gives the same text.
 */
export function historyText(
  tree: VersionTree,
  data: { readonly name: string; readonly columns: readonly string[] },
): string {
  const { versions, at } = tree
  return `${JSON.stringify({ format: FORMAT, data: data.name, columns: data.columns, at, versions }, null, 2)}\n`
}

/** Whether a text says of itself that it is a history, of this form or of another. */
export function isHistory(text: string): boolean {
  return /^\s*\{\s*"format":\s*"sdc page history /.test(text)
}

/**
 * Reads a tree of versions.
 *
 * @param text - The file's text.
 * @param file - Its name.
 * @param columns - The columns of the file that is open.
 * @returns The tree.
 * @throws BAD_PLAN for another form, or what is none; UNKNOWN_COLUMN for a history of another file.
 */
export function readHistory(text: string, file: string, columns: readonly string[]): VersionTree {
  const value = parsed(text, file)
  if (value.format !== FORMAT) {
    const message = `${file} has the form "${String(value.format)}", this page reads "${FORMAT}"`
    throw new SdcError('BAD_PLAN', message, { file }, 'Open it with the version of the page that saved it.')
  }
  const { versions, at, columns: named, data } = value
  if (typeof at !== 'number' || !isTree(versions, at) || !isTexts(named)) {
    throw new SdcError('BAD_PLAN', `${file} is no whole history`, { file }, 'It was changed, or cut off.')
  }
  const absent = [
    ...named.filter((name) => !columns.includes(name)),
    ...columns.filter((name) => !named.includes(name)),
  ]
  if (absent.length > 0) {
    const message = `${file} is of another file (${String(data)}): their columns differ in ${absent.slice(0, 4).join(', ')}${absent.length > 4 ? ' and more' : ''}`
    throw new SdcError('UNKNOWN_COLUMN', message, { file, column: absent[0] }, 'Open the file that it was made for.')
  }
  return { versions, at, next: new Map() }
}

function parsed(text: string, file: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>
  } catch {
    // What is no JSON is no history.
  }
  throw new SdcError('BAD_PLAN', `${file} is no history of this page`, { file }, 'It was changed, or cut off.')
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string')
}

/** Whether every version is whole, has its own number, and stands below one that comes before it, but for the first. */
function isTree(value: unknown, at: number): value is readonly Version[] {
  if (!Array.isArray(value)) return false
  const known = new Set<unknown>()
  for (const one of value as Partial<Version>[]) {
    const isFirst = known.size === 0
    if (typeof one !== 'object' || one === null || typeof one.id !== 'number' || typeof one.label !== 'string')
      return false
    if (known.has(one.id) || (isFirst ? one.parent !== undefined : !known.has(one.parent))) return false
    if (!isSettings(one.settings)) return false
    known.add(one.id)
  }
  return known.has(at)
}

function isSettings(value: unknown): value is Settings {
  if (typeof value !== 'object' || value === null) return false
  const { roles, accepted, search, candidates, reverseMap, replicates, missing, policy } = value as Partial<Settings>
  return (
    typeof roles === 'object' &&
    roles !== null &&
    isTexts(accepted) &&
    ['usual', 'frontier', 'chosen'].includes(String(search)) &&
    Array.isArray(candidates) &&
    typeof reverseMap === 'boolean' &&
    typeof replicates === 'number' &&
    ['refuse', 'keep', 'impute'].includes(String(missing)) &&
    typeof policy?.text === 'string' &&
    typeof policy.name === 'string' &&
    typeof policy.release === 'string' &&
    (policy.types === undefined || isTexts(policy.types))
  )
}
