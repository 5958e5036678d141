import { asNote, option, SdcError, type Message, type Taxonomy } from '@sdc/core'
import { consistentTables, type Consistency, type Release } from '@sdc/tabular'
import type { InputFile, Outcome } from '@sdc/inspect'
import { dividedOptions } from '../cells/read-linked.js'
import { readPattern } from '../cells/read-pattern.js'
import type { TableOptions } from '../read/table-columns.js'
import { foundOf } from '../cells/found-of.js'
import { widestSlack } from '../read/totals-by-addition.js'
import { readTableFile, type TableInputFile } from '../cells/table-file.js'

export interface ConsistentOptions {
  readonly columns: TableOptions
  /** Patterns by the names of their tables. */
  readonly patterns?: ReadonlyMap<string, InputFile> | undefined
  readonly patternStatus?: string | undefined
  readonly marks?: readonly string[] | undefined
  /** Name of the table with all records, by the name of the table with a part of them. */
  readonly parts?: ReadonlyMap<string, string> | undefined
  /** Least number of contributors that a difference may separate. */
  readonly least?: number | undefined
  /** Distance of an interval's end from the value, in percent of it, below which it is a disclosure. */
  readonly near?: number | undefined
  readonly tick?: ((fraction: number) => void) | undefined
}

/** Disclosures by several tables together. */
export interface ConsistentTables {
  readonly names: readonly string[]
  readonly least: number
  readonly near: number
  readonly consistency: Consistency
}

const USUAL_LEAST = 3
const USUAL_NEAR = 10

/** Returns the name of a table: its file without folder and ending. */
export function releaseName(path: string): string {
  return (path.split(/[/\\]/).at(-1) ?? path).replace(/\.[^.]*$/, '')
}

/**
 * Reads several releases and finds the cells that they disclose together.
 *
 * @param inputs - The true tables, at least two.
 * @param options - Columns, patterns, and parts.
 * @returns The disclosed cells.
 * @throws BAD_TABLE if the tables disagree; BAD_OPTION for a name that no table has; the errors of reading
 */
export async function consistentTableFiles(
  inputs: readonly TableInputFile[],
  options: ConsistentOptions,
): Promise<Outcome<ConsistentTables>> {
  const names = inputs.map(({ file }) => releaseName(file.name))
  checkNames(names, options)
  const { least = USUAL_LEAST, near = USUAL_NEAR, columns, tick = () => {} } = options
  const divided = dividedOptions(inputs, columns)
  const files = inputs.map((input, t) => readTableFile(input, divided[t]))
  const messages: Message[] = foundOf(files)
  const releases = files.map((file, t): Release => {
    const pattern = options.patterns?.get(names[t])
    const held = pattern && readPattern(pattern, file, options)
    messages.push(...(held?.messages ?? []))
    // If a pattern does not distinguish sensitive cells from others, each may be sensitive.
    const statuses = held && (held.tellsPrimary ? held.statuses : held.statuses.map((one) => Math.min(one, 1)))
    return { name: names[t], table: file.table, pattern: statuses, partOf: options.parts?.get(names[t]) }
  })
  const hierarchies = new Map<string, Taxonomy>(columns.hierarchies ?? [])
  for (const file of files)
    for (const [name, levels] of file.columns.hierarchies ?? [])
      if (!hierarchies.has(name)) hierarchies.set(name, levels)
  const consistency = await consistentTables(releases, {
    hierarchies,
    least,
    percent: near,
    slack: widestSlack(files),
    tick,
  })
  const notes = consistency.joined.notes.map(asNote)
  return { result: { names, least, near, consistency }, artefacts: [], messages: [...messages, ...notes] }
}

function checkNames(names: readonly string[], { patterns, parts }: ConsistentOptions): void {
  if (names.length < 2) {
    const fix = 'Name the other releases, too: sdc table consistent t1.csv t2.csv.'
    throw new SdcError(
      'BAD_OPTION',
      'one table alone is consistent with itself',
      {},
      `${fix} One is audited by sdc table audit.`,
    )
  }
  const twice = names.find((name, t) => names.indexOf(name) !== t)
  if (twice !== undefined)
    throw new SdcError(
      'BAD_OPTION',
      `two tables are called ${twice}`,
      {},
      'Rename one of the files: their names must differ.',
    )
  for (const [named, own] of [
    [option('pattern'), patterns?.keys()],
    [option('part'), parts?.keys()],
  ] as const) {
    const unknown = [...(own ?? [])].find((name) => !names.includes(name))
    if (unknown === undefined) continue
    const message = `${named} names ${unknown}, and no table is called so`
    throw new SdcError('BAD_OPTION', message, { parameter: named }, `The tables are called ${names.join(', ')}.`)
  }
}
