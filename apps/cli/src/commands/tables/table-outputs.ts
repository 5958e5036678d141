import { stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { SdcError } from '@sdc/core'
import { makeFolder } from '@sdc/files/node'
import { numberedName } from '@sdc/inspect'

/**
 * Returns a file name per table: the name itself for one table, in a folder (`DIR/`, made if missing) those of the
 * tables, else numbered.
 */
export async function tableNames(
  name: string | undefined,
  tables: readonly string[],
  flag: string,
  end?: string,
): Promise<string[] | undefined> {
  if (name === undefined) return undefined
  if (!(await isFolder(name))) return tables.length === 1 ? [name] : tables.map((_, t) => numberedName(name, t + 1))
  await makeFolder(name)
  const own = tables.map((path) => (end === undefined ? basename(path) : basename(path).replace(/\.[^.]*$/, '') + end))
  const twice = own.find((one, t) => own.indexOf(one) < t)
  if (twice === undefined) return own.map((one) => join(name, one))
  const message = `two of the tables would be written to ${join(name, twice)}`
  throw new SdcError('BAD_OPTION', message, { parameter: flag }, `Rename one of them, or number them: ${flag} out.csv.`)
}

/** Returns true for `DIR/`, or for an existing folder. */
async function isFolder(path: string): Promise<boolean> {
  if (/[/\\]$/.test(path)) return true
  return (await stat(path).catch(() => undefined))?.isDirectory() ?? false
}
