import type { Command } from 'commander'
import type { Screen } from '@sdc/report/tables'

/** What `addScreenOptions` adds. */
export interface ScreenOptions {
  readonly wide?: boolean | undefined
  readonly all?: boolean | undefined
}

/** What there is to know of the standard output. */
export interface OutputStream {
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

/**
 * Adds `--wide`, on every command that prints tables.
 *
 * @param command - The command.
 * @returns The same command.
 */
export function addWideOption(command: Command): Command {
  return command.option(
    '--wide',
    'tables with every column, however wide; else as wide as the terminal (100 in a pipe)',
  )
}

/**
 * Adds `--wide` and `--all`, on every command that prints more rows than anybody reads.
 *
 * @param command - The command.
 * @param what - What all of it is: `candidates`.
 * @returns The same command.
 */
export function addScreenOptions(command: Command, what: string): Command {
  return addWideOption(command).option('--all', `print all ${what}, not the best of them`)
}
