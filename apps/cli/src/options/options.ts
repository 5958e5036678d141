import { InvalidArgumentError, Option, type Command } from 'commander'
import { decimalNumber } from '@sdc/core'
import { missingPolicies, precisions, type Limits } from '@sdc/engine'
import { limitsFrom, nameList } from '@sdc/workflow/records'
import { encodings } from '../input/encoding.js'
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

/** How much of the value of a cell must remain unknown: `20`, `20%`; more than all of it is possible. */
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

/** How often something is done that is compared with itself: from 2 to 1000. */
export function several(text: string): number {
  const value = number(text)
  if (!Number.isInteger(value) || value < 2 || value > 1000)
    throw new InvalidArgumentError('it is not a whole number from 2 to 1000')
  return value
}

/** The metrics of a command: ids, and the families that stand for several. */
export function metricsOption(what: string): Option {
  return new Option(
    '--metrics <names>',
    `${what}: ids (sdc metrics), all, or a family (risk, loss, score, permutation), which leaves out what takes long`,
  ).argParser(nameList)
}

/** The methods that a comparison or a search tries. */
export function methodsOption(what: string): Option {
  return new Option(
    '--methods <names>',
    `${what}: ids (sdc methods), or families such as microaggregation, with their usual parameters`,
  ).argParser(nameList)
}

export function smallGroupsOption(): Option {
  return new Option(
    '--small-groups <what>',
    'groups too small to mask: error, keep unmasked, or pooled with the nearest',
  )
    .choices(['error', 'keep', 'pooled'])
    .default('error')
}

export function precisionOption(): Option {
  return new Option(
    '--precision <what>',
    'how finely masked numbers go out: column (multiples of the step that the original values share), fine (drawn ones of a power ' +
      'of two far below the standard deviation, averages as computed: exact moments stay exact), full (as drawn: not for ' +
      'release); auto is column, but fine where what is drawn keeps moments exactly',
  ).choices(precisions)
}

export function missingOption(): Option {
  return new Option(
    '--missing <what>',
    "missing cells: keep (they stay missing; a method that needs complete columns gets them filled from the file's own records while " +
      'it works), impute (they go out filled and masked), refuse; by default what the method does (sdc methods ID)',
  ).choices(missingPolicies)
}

export function quasiIdentifiersOption(): Option {
  return new Option(
    '--quasi-identifiers <names>',
    'the columns that an intruder may know of somebody (keys); by default those that a schema calls so',
  ).argParser(nameList)
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
  return new Option('--distance <what>', 'how far two categories of a taxonomy are apart')
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
    .option('--header', 'the first line holds the names of the columns, also where they are numbers')
    .option(
      '--no-header',
      'the first line is a record: the columns are c1, c2, …, and none is named in what is written',
    )
}

/** `--encoding`, of every command that reads CSV. */
export function encodingOption(): Option {
  return new Option('--encoding <name>', 'decode CSV files by this encoding; default utf-8').choices(encodings)
}

/** What `addHeaderOptions` adds. */
export interface HeaderOption {
  readonly header?: boolean | undefined
}

/** `--fail-above ID=VALUE`, on every command that measures. */
export function failAboveOption(what: string): Option {
  return new Option(
    '--fail-above <id=value>',
    `exit status 3 where this metric is above the value, or below it where more is better: ${what}; ID:upper=VALUE holds ` +
      'the upper end of its 95 % interval, ID:lower the lower one where more is better (repeatable)',
  )
    .argParser(collect)
    .default([], 'none')
}

/** `--fail-above VALUE` of an attack, which comes to one number. */
export function attackBoundOption(what: string): Option {
  return new Option('--fail-above <value>', `exit status 3 where ${what} is above this`).argParser(number)
}

/** The limits of those options. */
export interface LimitOptions {
  readonly limit?: readonly string[]
  readonly failAbove?: readonly string[]
}

/** What is made is held to these: those of a plan, and those of the command line before them. */
export function limitsOf(
  { limit, failAbove }: LimitOptions,
  planned: Limits = {},
): { limits: Limits; failLimits: Limits } {
  return { limits: { ...planned, ...limitsFrom(limit) }, failLimits: limitsFrom(failAbove, '--fail-above') }
}

/** The options of every command that makes a masked file. */
export function addRunOptions(command: Command): Command {
  return command
    .option('--seed <seed>', 'repeatable random numbers: for research and tests, not for release')
    .option(
      '--release',
      'make a file for release: fresh keyed random numbers, records in random order, identifiers dropped, ids of households and persons renumbered',
    )
    .option(
      '--private <file>',
      'write what replays and verifies the run (key, parameters, origin of the records); keep it secret',
    )
    .option('--groups <file>', 'write which records were masked together (CSV); keep it secret')
    .option(
      '--fits <file>',
      'draw the laws that a method fitted to columns beside the data (SVG): it shows the original, keep it in the house',
    )
    .option(
      '--moment-margin <records>',
      'records that a released group with exact moments must have beyond those that its moments are worth (by default 10)',
      wholeNumber,
    )
    .option(
      '--accept-open <column>',
      'with --release: let this column go out as it is, though it gives something away (repeatable)',
      collectNames,
      [],
    )
    .option(
      '--max-unchanged <percent>',
      'with --release: how much of a masked column may be (almost) as it was, ties apart; by default 95',
      percentage,
    )
    .option(
      '--limit <id=value>',
      'measure what was made before it is written, and draw it again, up to 20 times, where this metric is above the ' +
        'value, or below it where more is better (repeatable)',
      collect,
      [],
    )
    .addOption(failAboveOption('nothing is written'))
    .option('--publish-params', 'put the parameters into the public manifest, with what they arm')
}

/** `--no-report`, of what writes one beside its result. */
export function noReportOption(): Option {
  return new Option('--no-report', 'write no report')
}
