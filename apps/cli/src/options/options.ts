import { InvalidArgumentError, Option, type Command } from 'commander'
import { decimalNumber } from '@sdc/core'
import { missingPolicies, precisions, type Limits } from '@sdc/engine'
import { limitsFrom, nameList } from '@sdc/workflow/records'
import { encodings } from '../encoding/encoding.js'
import { collect } from './repeatable.js'

export { collect, collectRequired } from './repeatable.js'

/** For a list of names, with commas or the option repeated. */
export function collectNames(value: string, before: readonly string[]): string[] {
  return [...before, ...nameList(value)]
}

export function columnList(text: string): 'all' | string[] {
  return text === 'all' ? 'all' : nameList(text)
}

export function number(text: string): number {
  const value = decimalNumber(text)
  if (value === undefined) throw new InvalidArgumentError('it is not a decimal number')
  return value
}

/** Required uncertainty of a cell in percent: `20`, `20%`; may exceed 100. */
export function protectionOf(text: string): number {
  const value = number(text.replace(/\s*%$/, ''))
  if (value < 0) throw new InvalidArgumentError('it is not a percentage from 0, as in 20')
  return value
}

export function percentage(text: string): number {
  const value = number(text)
  if (value < 0 || value > 100) throw new InvalidArgumentError('it is not a percentage from 0 to 100')
  return value
}

export function positiveInteger(text: string): number {
  const value = number(text)
  if (!Number.isInteger(value) || value < 1) throw new InvalidArgumentError('it is not a whole number from 1')
  return value
}

export function wholeNumber(text: string): number {
  const value = number(text)
  if (!Number.isInteger(value) || value < 0) throw new InvalidArgumentError('it is not a whole number from 0')
  return value
}

/** Number of repetitions to compare: 2 to 1000. */
export function several(text: string): number {
  const value = number(text)
  if (!Number.isInteger(value) || value < 2 || value > 1000)
    throw new InvalidArgumentError('it is not a whole number from 2 to 1000')
  return value
}

/** The metrics of a command: ids, and the families that stand for several. */
export function metricsOption(what: string): Option {
  return new Option('--metrics <names>', `${what}: ids, all, or a family (risk, loss, score, permutation)`).argParser(
    nameList,
  )
}

/** The methods that a comparison or a search tries. */
export function methodsOption(what: string): Option {
  return new Option('--methods <names>', `${what}: ids, or families such as microaggregation`).argParser(nameList)
}

export function smallGroupsOption(): Option {
  return new Option('--small-groups <what>', 'handle groups that are too small to mask')
    .choices(['error', 'keep', 'pooled'])
    .default('error')
}

export function precisionOption(): Option {
  return new Option('--precision <what>', 'set the rounding of masked numbers').choices(precisions)
}

export function missingOption(): Option {
  return new Option('--missing <what>', 'handle missing values; default: as the method does').choices(missingPolicies)
}

export function quasiIdentifiersOption(): Option {
  return new Option('--quasi-identifiers <names>', 'name the columns that an intruder may know: a,b').argParser(
    nameList,
  )
}

/** `--hierarchy column=FILE`: the file has one of three forms, which `readLevelHierarchy` detects. */
export function hierarchyOption(): Option {
  return new Option('--hierarchy <column=file>', 'read the classes of a column from a CSV file (repeatable)')
    .argParser(collect)
    .default([], 'none')
}

/**
 * Adds the options that name hierarchy files.
 *
 * @param command - The command.
 * @returns The same command.
 */
export function addHierarchyOptions(command: Command): Command {
  return command
    .addOption(hierarchyOption())
    .option('--hierarchies <folder>', 'read such files from a folder: age.csv for age')
}

export function distanceOption(): Option {
  return new Option('--distance <what>', 'measure distances of categories in a hierarchy by this rule')
    .choices(['ancestors', 'path'])
    .default('ancestors')
}

/**
 * Adds what is said of the first line of the files that a command reads.
 *
 * @param command - The command.
 * @returns The same command.
 */
export function addHeaderOptions(command: Command): Command {
  return command
    .addOption(encodingOption())
    .option('--header', 'read column names from the first line, even if numeric')
    .option('--no-header', 'read the first line as a record; name columns c1, c2, …')
}

/** `--encoding`, of every command that reads CSV. */
export function encodingOption(): Option {
  return new Option('--encoding <name>', 'decode CSV files by this encoding; default utf-8').choices(encodings)
}

/** Options of `addHeaderOptions`. */
export interface HeaderOption {
  readonly header?: boolean | undefined
}

/** `--fail-above ID=VALUE`, on every command that measures. */
export function failAboveOption(what: string): Option {
  return new Option('--fail-above <id=value>', `exit with status 3 if this metric breaks VALUE (${what}; repeatable)`)
    .argParser(collect)
    .default([], 'none')
}

/** `--fail-above VALUE` of an attack, which comes to one number. */
export function attackLimitOption(what: string): Option {
  return new Option('--fail-above <value>', `exit with status 3 if ${what} exceeds VALUE`).argParser(number)
}

/** The limits of those options. */
export interface LimitOptions {
  readonly limit?: readonly string[]
  readonly failAbove?: readonly string[]
}

/** Limits of a plan and of the command line, which take precedence. */
export function limitsOf(
  { limit, failAbove }: LimitOptions,
  planned: Limits = {},
): { limits: Limits; failLimits: Limits } {
  return { limits: { ...planned, ...limitsFrom(limit) }, failLimits: limitsFrom(failAbove, '--fail-above') }
}

/** The options of every command that makes a masked file. */
export function addRunOptions(command: Command): Command {
  return command
    .option('--seed <seed>', 'repeat the same random numbers; not for release')
    .option('--release', 'make a file for release: secret random numbers, records in random order')
    .option('--private <file>', 'write the private file, which replays the run; keep it secret')
    .option('--groups <file>', 'write which records were masked together; keep it secret (CSV)')
    .option('--fits <file>', 'draw fitted distributions over the original data; keep it secret (SVG)')
    .option('--moment-margin <records>', 'require this many records beyond the exact moments; default 10', wholeNumber)
    .option(
      '--accept-open <column>',
      'release these columns unmasked although they disclose something (repeatable)',
      collectNames,
      [],
    )
    .option(
      '--max-unchanged <percent>',
      'allow this percentage of unchanged values per masked column; default 95',
      percentage,
    )
    .option('--limit <id=value>', 'draw again, up to 20 times, until this metric keeps VALUE (repeatable)', collect, [])
    .addOption(failAboveOption('nothing is written'))
    .option('--publish-params', "write the method's parameters into the public manifest")
}

/** `--no-report`, of commands that write a report with their result. */
export function noReportOption(): Option {
  return new Option('--no-report', 'write no report')
}
