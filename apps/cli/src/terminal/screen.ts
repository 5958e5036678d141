import type { Command } from 'commander'
import type { Screen } from '@sdc/report/tables'

/** What `addScreenOptions` adds. */
export interface ScreenOptions {
  readonly wide?: boolean | undefined
  readonly all?: boolean | undefined
}

/** What there is to know of the standard output. */
interface OutputStream {
  readonly isTTY?: boolean | undefined
  readonly columns?: number | undefined
}

/** A line where nobody knows how wide it may be: a pipe, a file. */
const UNKNOWN_WIDTH = 100

/** A terminal that says it has less, or nothing, is given a table that can be read all the same. */
const LEAST_WIDTH = 40

/**
 * What the standard output shows: as wide as the terminal, in colour on one that has it unless the environment says
 * otherwise.
 *
 * @param options - What was said of it.
 * @param stream - Where it goes.
 * @param environment - The variables of the shell: NO_COLOR, FORCE_COLOR, TERM.
 * @returns The screen.
 */
export function screenOf(
  { wide = false, all = false }: ScreenOptions,
  stream: OutputStream = process.stdout,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): Screen {
  const { isTTY = false, columns = 0 } = stream
  const width = columns > 0 ? Math.max(columns, LEAST_WIDTH) : UNKNOWN_WIDTH
  return { width, colour: hasColour(isTTY, environment), wide, all, wraps: isTTY && columns > 0 }
}

/** https://no-color.org and https://force-color.org: a wish of the user comes before what the terminal can. */
function hasColour(
  isTTY: boolean,
  { NO_COLOR, FORCE_COLOR, TERM }: Readonly<Record<string, string | undefined>>,
): boolean {
  if (NO_COLOR) return false
  if (FORCE_COLOR !== undefined && FORCE_COLOR !== '') return FORCE_COLOR !== '0' && FORCE_COLOR !== 'false'
  return isTTY && TERM !== 'dumb'
}

/** The commands that print tables; of those that print more rows than anybody reads, what all of these are. */
const tables: ReadonlyMap<string, string | undefined> = new Map([
  ['methods', undefined],
  ['metrics', undefined],
  ['services', undefined],
  ['tables', undefined],
  ['attacks', undefined],
  ['dataset', undefined],
  ['anonymize', undefined],
  ['run', undefined],
  ['optimize', undefined],
  ['measure', "rows of the metrics' tables"],
  ['inspect', 'columns and findings'],
  ['risk', undefined],
  ['compare', 'candidates'],
  ['gate', undefined],
  ['combine', undefined],
  ['estimate', undefined],
  ['permutation', undefined],
  ['permutation verify', undefined],
  ['attack linkage', undefined],
  ['attack repeated', undefined],
  ['attack camouflage', 'rows'],
  ['attack inversion', undefined],
  ['attack run', 'rows'],
  ['service ask', undefined],
  ['service log', 'queries'],
  ['table attack', 'findings'],
  ['table audit', 'cells'],
  ['table consistent', 'findings'],
  ['table methods', undefined],
  ['table protect', undefined],
])

/**
 * Adds `--wide` to every command that prints tables, and `--all` where it prints the best rows only.
 *
 * @param command - A command, with those below it.
 * @param path - Its names below the program: `table audit`.
 */
export function addScreenOptions(command: Command, path = ''): void {
  if (tables.has(path)) {
    command.option('--wide', 'tables with every column, however wide; else as wide as the terminal (100 in a pipe)')
    const what = tables.get(path)
    if (what !== undefined) command.option('--all', `print all ${what}`)
  }
  for (const one of command.commands) addScreenOptions(one, `${path} ${one.name()}`.trim())
}
