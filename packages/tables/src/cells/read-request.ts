import { option, SdcError } from '@sdc/core'
import {
  keyValue,
  readHierarchyText,
  readLevelHierarchy,
  refuseTwice,
  type FileAccess,
  type InputFile,
} from '@sdc/inspect'
import { descriptionName, type TableInputFile } from './table-file.js'
import { readStatusCodes, statusDialects, type StatusCodes } from '../read/status-codes.js'
import type { TableOptions } from '../read/table-columns.js'
import { contributionsDescribed } from '../read/table-description.js'

/** Options to read a table, with the paths of its further files. */
export interface TableRequest
  extends
    Omit<
      TableOptions,
      'apriori' | 'contributions' | 'cost' | 'hierarchies' | 'key' | 'statusCodes' | 'totals' | 'waivers'
    >,
    NonNullable<TableOptions['form']> {
  readonly costColumn?: string | undefined
  readonly cellKey?: string | undefined
  /** A dialect of status codes, or the path of a list. */
  readonly statusCodes?: string | undefined
  readonly apriori?: string | undefined
  readonly contributions?: string | undefined
  readonly waiver: readonly string[]
  /** `dimension=code`. */
  readonly total: readonly string[]
  /** `dimension=path`. */
  readonly hierarchy: readonly string[]
}

/**
 * Reads hierarchy files, each given as `dimension=path`. A text such as `prefix:3,2,1` is a rule unless a file has this
 * name.
 *
 * @param files - Access to files.
 * @param pairs - Texts `dimension=path`.
 * @returns The hierarchies and rules by dimension, and the paths.
 */
export async function readLevelHierarchies(
  files: FileAccess,
  pairs: readonly string[],
): Promise<{
  readonly hierarchies: Map<string, ReadonlyMap<string, string | null>>
  readonly rules: Map<string, string>
  readonly paths: string[]
}> {
  const named = pairs.map(keyValue)
  refuseTwice(named, option('hierarchy'))
  const hierarchies = new Map<string, ReadonlyMap<string, string | null>>()
  const rules = new Map<string, string>()
  const paths: string[] = []
  for (const [column, text] of named) {
    const found = await readHierarchyText(files, column, text)
    if (typeof found === 'string') rules.set(column, found)
    else {
      paths.push(text)
      hierarchies.set(column, readLevelHierarchy(found))
    }
  }
  return { hierarchies, rules, paths }
}

/**
 * Reads the files that a request names; no output may overwrite the returned paths.
 *
 * @param files - Access to files.
 * @param request - Options with paths.
 * @returns Options with the content of the files, and their paths.
 * @throws BAD_OPTION for a hierarchy given by a rule, which needs records
 */
export async function readTableOptions(
  files: FileAccess,
  request: TableRequest,
): Promise<{ readonly columns: TableOptions; readonly paths: readonly string[] }> {
  const { by, value, count, largest, magnitude, weight, status, costColumn: cost, low, high, cellKey: key } = request
  const { alone, noTotal = [], computeTotals, tolerance, distinct, header, waiver, across, sheet, locale } = request
  const { hierarchies, rules, paths } = await readLevelHierarchies(files, request.hierarchy)
  for (const [column, rule] of rules) {
    const message = `${option('hierarchy', `${column}=${rule}`)} is a rule, and a table has no records to apply it to`
    throw new SdcError(
      'BAD_OPTION',
      message,
      { column },
      'Give the rule to sdc table build, or give a hierarchy file here.',
    )
  }
  const totals = request.total.map(keyValue)
  refuseTwice(totals, option('total'))
  const read = async (path: string | undefined): Promise<InputFile | undefined> =>
    path === undefined ? undefined : files.read(path)
  const codes = await readCodes(files, request.statusCodes)
  const { apriori, contributions } = request
  const columns = { by, value, count, largest, magnitude, weight, status, cost, low, high, key, alone }
  const how = { computeTotals, tolerance, distinct, header, statusCodes: codes?.codes }
  return {
    columns: {
      ...columns,
      ...how,
      ...(totals.length > 0 && { totals: new Map(totals) }),
      ...(noTotal.length > 0 && { noTotal }),
      apriori: await read(apriori),
      contributions: await read(contributions),
      ...(waiver.length > 0 && { waivers: waiver }),
      ...([across, sheet, locale].some((one) => one !== undefined) && { form: { across, sheet, locale } }),
      ...(hierarchies.size > 0 && { hierarchies }),
    },
    paths: [...paths, ...[apriori, contributions, codes?.path].filter((path) => path !== undefined)],
  }
}

async function readCodes(
  files: FileAccess,
  named: string | undefined,
): Promise<{ readonly codes: StatusCodes; readonly path?: string } | undefined> {
  if (named === undefined) return undefined
  if (Object.hasOwn(statusDialects, named)) return { codes: statusDialects[named] }
  if (await files.isFile(named)) return { codes: readStatusCodes(await files.read(named)), path: named }
  const fix = `They are ${Object.keys(statusDialects).join(', ')}, or a file of lines CODE;WORD.`
  const place = { parameter: option('statusCodes') }
  throw new SdcError('BAD_OPTION', `status code list "${named}" is unknown`, place, fix)
}

/**
 * Reads a table with its description, and the file of contributions that this names.
 *
 * @param files - Access to files.
 * @param path - Path of the table.
 * @param columns - Options of the user, which take precedence.
 * @returns The table with its files, and their paths.
 */
export async function readTableInput(
  files: FileAccess,
  path: string,
  columns: TableOptions,
): Promise<TableInputFile & { readonly paths: readonly string[] }> {
  const beside = descriptionName(path)
  const description = (await files.isFile(beside)) ? await files.read(beside) : undefined
  const named = description && columns.contributions === undefined && contributionsDescribed(description)
  const folder = path.slice(0, Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)
  const contributions = named ? await readBeside(files, beside, `${folder}${named}`) : undefined
  const paths = [description, contributions].flatMap((file) => (file === undefined ? [] : [file.name]))
  return { file: await files.read(path), description, contributions, paths }
}

async function readBeside(files: FileAccess, description: string, path: string): Promise<InputFile> {
  if (await files.isFile(path)) return files.read(path)
  const message = `${description} names the contributions ${path}, but that file does not exist`
  const fix =
    'Put it next to the table. Or remove contributions.file from the description: then respondents in several cells are not judged.'
  throw new SdcError('FILE', message, { file: path }, fix)
}
