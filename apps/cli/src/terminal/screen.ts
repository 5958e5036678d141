import type { Command } from 'commander'
import type { Screen } from '@sdc/report/tables'

/** Values of the options of `addScreenOptions`. */
export interface ScreenOptions {
  readonly all?: boolean | undefined
}

/** Properties of the standard output. */
interface OutputStream {
  readonly isTTY?: boolean | undefined
  readonly columns?: number | undefined
}

/** Width of a pipe or file. */
const UNKNOWN_WIDTH = 100

/** Least width of a table. */
const LEAST_WIDTH = 40

/** Returns width and colours of a stream; NO_COLOR, FORCE_COLOR and TERM override the terminal. */
export function screenOf(
  { all = false }: ScreenOptions,
  stream: OutputStream = process.stdout,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): Screen {
  const { isTTY = false, columns = 0 } = stream
  const width = columns > 0 ? Math.max(columns, LEAST_WIDTH) : UNKNOWN_WIDTH
  return { width, colour: hasColour(isTTY, environment), all, wraps: isTTY && columns > 0 }
}

/** Follows https://no-color.org and https://force-color.org. */
function hasColour(
  isTTY: boolean,
  { NO_COLOR, FORCE_COLOR, TERM }: Readonly<Record<string, string | undefined>>,
): boolean {
  if (NO_COLOR) return false
  if (FORCE_COLOR !== undefined && FORCE_COLOR !== '') return FORCE_COLOR !== '0' && FORCE_COLOR !== 'false'
  return isTTY && TERM !== 'dumb'
}

/** Commands that print tables, with the description of `--all`. */
const tables: ReadonlyMap<string, string> = new Map([
  ['methods', 'columns'],
  ['metrics', 'columns'],
  ['services', 'columns'],
  ['tables', 'columns'],
  ['attacks', 'columns'],
  ['dataset', 'columns'],
  ['anonymize', 'columns'],
  ['synthesize', 'columns'],
  ['run', 'columns'],
  ['optimize', 'columns'],
  ['measure', 'rows and columns'],
  ['inspect', 'columns and findings'],
  ['risk', 'columns'],
  ['compare', 'candidates and columns'],
  ['gate', 'columns'],
  ['combine', 'columns'],
  ['estimate', 'columns'],
  ['permutation', 'columns'],
  ['permutation verify', 'columns'],
  ['attack linkage', 'columns'],
  ['attack repeated', 'columns'],
  ['attack camouflage', 'rows and columns'],
  ['attack inversion', 'columns'],
  ['attack run', 'rows and columns'],
  ['service ask', 'columns'],
  ['service log', 'queries'],
  ['table attack', 'findings'],
  ['table audit', 'cells'],
  ['table consistent', 'findings'],
  ['table methods', 'columns'],
  ['table protect', 'columns'],
])

/** Adds `--all` to every command that prints tables, which by default fit the terminal and show the main rows. */
export function addScreenOptions(command: Command, path = ''): void {
  const what = tables.get(path)
  if (what !== undefined) command.option('--all', `print all ${what}`)
  for (const one of command.commands) addScreenOptions(one, `${path} ${one.name()}`.trim())
}
