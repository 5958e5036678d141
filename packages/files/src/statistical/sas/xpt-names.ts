import { SdcError } from '@sdc/core'
import type { StatColumn } from '../../dictionary/stat-table.js'
import type { XptVersion } from './xpt-members.js'

const encoder = new TextEncoder()

/** Bytes of a name in each version. */
export const NAME_BYTES: Readonly<Record<XptVersion, number>> = { 5: 8, 8: 32 }

/**
 * Refuses names that SAS does not permit: too long ones, those that differ only by case, and in version 5 those with
 * other letters than A to Z, digits and underscores.
 *
 * @param columns - The columns.
 * @param version - Version of the file.
 */
export function checkNames(columns: readonly StatColumn[], version: XptVersion): void {
  const most = NAME_BYTES[version]
  const known = new Map<string, string>()
  for (const { name } of columns) {
    const same = known.get(name.toUpperCase())
    known.set(name.toUpperCase(), name)
    const problem = problemOf(name, version, most) ?? (same === undefined ? undefined : `is "${same}" to SAS as well`)
    if (problem === undefined) continue
    const message = `the name "${name}" ${problem}`
    const fix = `Rename the column, for example to "${suggestion(name, columns, most)}".`
    throw new SdcError('BAD_OPTION', message, { column: name }, fix)
  }
}

function problemOf(name: string, version: XptVersion, most: number): string | undefined {
  const size = encoder.encode(name).length
  if (size > most) return `has ${size} bytes: transport files of version ${version} hold ${most}`
  if (name.trim() === '') return 'is blank, which SAS cannot have'
  if (version === 5 && !/^[A-Za-z_]\w*$/.test(name))
    return 'has other letters than A to Z, digits and underscores, which version 5 cannot have'
  return undefined
}

function suggestion(name: string, columns: readonly StatColumn[], most: number): string {
  const taken = new Set(columns.map((column) => column.name.toUpperCase()))
  const plain = name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/\W+/g, '_')
    .replace(/^(?=\d|$)/, '_')
  for (let i = 1; ; i++) {
    const end = i === 1 ? '' : `_${i}`
    const text = plain.slice(0, most - end.length) + end
    if (!taken.has(text.toUpperCase())) return text
  }
}
