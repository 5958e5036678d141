import { SdcError } from '@sdc/core'
import { withBefore } from './before.js'
import type { Paper, PaperOptions, PaperTable } from './paper.js'

/** Returns the parts of a paper to run, and the names of those left out: long ones, if the paper is not named. */
export function partsOf(
  { parts }: Paper,
  isNamed: boolean,
): { readonly run: Paper['parts']; readonly left: readonly string[] } {
  const run = isNamed ? parts : parts.filter(({ long }) => !long)
  return { run, left: parts.filter((part) => !run.includes(part)).map(({ name }) => name) }
}

/** Tables of deterministic parts, by part: made once for several seeds. */
export type TablesMade = Map<string, readonly PaperTable[]>

/**
 * Makes the tables of a paper, or of one part of it.
 *
 * @param paper - the paper, with the parts to make
 * @param options - registry, seed and masks of the run
 * @param part - name of one part; by default all
 * @param made - tables of deterministic parts from runs with other seeds, to which this run adds
 * @returns the tables in their order, with our earlier values
 * @throws BAD_OPTION if the paper has no such part
 */
export async function paperTables(
  paper: Paper,
  options: PaperOptions,
  part?: string,
  made: TablesMade = new Map(),
): Promise<readonly PaperTable[]> {
  const names = paper.parts.map(({ name }) => name)
  const chosen = part === undefined ? paper.parts : paper.parts.filter(({ name }) => name === part)
  if (chosen.length === 0) {
    const message = `paper ${paper.id} has no table "${part}"`
    throw new SdcError('BAD_OPTION', message, {}, `Its tables: ${names.join(', ')}.`)
  }
  const tables: PaperTable[] = []
  for (const one of chosen) {
    const ofPart = made.get(one.name) ?? (await one.tables(options))
    if (one.deterministic) made.set(one.name, ofPart)
    tables.push(...ofPart)
  }
  return withBefore(paper.id, tables)
}
