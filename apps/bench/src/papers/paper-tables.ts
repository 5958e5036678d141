import { SdcError } from '@sdc/core'
import type { Paper, PaperOptions, PaperTable } from './paper.js'

/** Which parts of a paper are run: all where it is the one that was asked for, else those that do not take long. */
export function partsOf(
  { parts }: Paper,
  isNamed: boolean,
): { readonly run: Paper['parts']; readonly left: readonly string[] } {
  const run = isNamed ? parts : parts.filter(({ long }) => !long)
  return { run, left: parts.filter((part) => !run.includes(part)).map(({ name }) => name) }
}

/** The tables of a paper, or of one part of it; throws BAD_OPTION where it has no such part. */
export async function paperTables(paper: Paper, options: PaperOptions, part?: string): Promise<readonly PaperTable[]> {
  const names = paper.parts.map(({ name }) => name)
  const chosen = part === undefined ? paper.parts : paper.parts.filter(({ name }) => name === part)
  if (chosen.length === 0) {
    const message = `paper ${paper.id} has no table "${part}"`
    throw new SdcError('BAD_OPTION', message, {}, `Its tables: ${names.join(', ')}.`)
  }
  const tables: PaperTable[] = []
  for (const one of chosen) tables.push(...(await one.tables(options)))
  return tables
}
