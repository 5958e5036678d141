import { realpath, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { parse } from 'yaml'
import { SdcError, type Dataset } from '@sdc/core'
import { parseFileSchema, type FileSchema, type Plan } from '@sdc/engine'
import type { ColumnSchema, CsvFile, CsvOptions } from '@sdc/io'
import { readCsvFile, readText } from '@sdc/io/node'

type ColumnPlan = FileSchema['columns'][string]

/** Reads a table with what its schema says of it. */
export async function readTable(path: string, schema?: FileSchema): Promise<CsvFile> {
  return readCsvFile(path, csvOptions(schema, new Map(Object.entries(schema?.columns ?? {}))))
}

/**
 * Reads a masked file beside its original: with what the schema says of the columns that it still has, and what the
 * original has as categories not as numbers (01 and 1 stay apart).
 */
export async function readMasked(path: string, original: Dataset, schema?: FileSchema): Promise<CsvFile> {
  const columns = new Map<string, ColumnPlan>(Object.entries(schema?.columns ?? {}))
  for (const name of original.names) {
    if (original.column(name).kind === 'categorical') columns.set(name, { kind: 'categorical', ...columns.get(name) })
  }
  return readCsvFile(path, { ...csvOptions(schema, columns), absentColumns: 'ignore' })
}

function csvOptions(schema: FileSchema | undefined, said: ReadonlyMap<string, ColumnPlan>): CsvOptions {
  const columns = new Map(
    [...said].map(([name, { kind, levels, ordered, missing, taxonomy }]): [string, ColumnSchema] => [
      name,
      { kind, levels, ordered, missing, taxonomy: taxonomy && new Map(Object.entries(taxonomy)) },
    ]),
  )
  const { separator, decimal, missing } = schema ?? {}
  return { columns, separator, decimal, missing }
}

/** Reads a file of YAML or JSON. */
export async function readData(path: string): Promise<unknown> {
  const text = await readText(path)
  try {
    return parse(text)
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n')[0] : String(error)
    throw new SdcError('BAD_PLAN', `it is neither YAML nor JSON: ${reason}`, { file: path })
  }
}

export async function readSchema(path: string | undefined): Promise<FileSchema | undefined> {
  if (path === undefined) return undefined
  const value = await readData(path)
  // A whole plan may serve as a schema file: its schema is meant.
  const inner = typeof value === 'object' && value !== null && 'schema' in value ? value.schema : value
  return parseFileSchema(inner)
}

/** The file that a plan is about: `--data`, or the one it names, which is relative to the plan. */
export function planData(planPath: string, { data }: Plan, given: string | undefined): string {
  const path = given ?? (data === undefined ? undefined : besidePlan(planPath, data))
  if (path !== undefined) return path
  const advice = 'Add --data FILE, or data: to the plan.'
  throw new SdcError('BAD_OPTION', 'nothing says which file is meant', { file: planPath }, advice)
}

/** A path in a plan is relative to the plan. */
export function besidePlan(plan: string, path: string): string {
  return resolve(dirname(plan), path)
}

/**
 * Throws where an output would overwrite an input or another output, under whatever name: links are followed, since the
 * writer follows them too.
 */
export async function checkOutputs(
  inputs: readonly (string | undefined)[],
  outputs: readonly (string | undefined)[],
): Promise<void> {
  const held = new Set<string>()
  for (const path of inputs) if (path !== undefined) held.add(await identity(path))
  for (const path of outputs) {
    if (path === undefined) continue
    const which = await identity(path)
    if (held.has(which)) {
      throw new SdcError(
        'BAD_OPTION',
        `${path} would be overwritten`,
        { file: path },
        'Choose another name for the output.',
      )
    }
    held.add(which)
  }
}

/** What a path leads to: the file itself where there is one, else its place in its folder. */
async function identity(path: string): Promise<string> {
  const found = await stat(path, { bigint: true }).catch(() => undefined)
  if (found?.isFile()) return `${found.dev}:${found.ino}`
  const folder = await realpath(dirname(resolve(path))).catch(() => dirname(resolve(path)))
  return join(folder, basename(path))
}
