import { InvalidArgumentError, Option, type Command } from 'commander'
import { describeParams, parseParam, SdcError, type Params } from '@sdc/core'

/** For an option that may be given several times. */
export function collect(value: string, before: readonly string[]): string[] {
  return [...before, value]
}

/** `a,b` → ['a', 'b']; a comma within a name is written `\,`. */
export function nameList(text: string): string[] {
  return text
    .split(/(?<!\\),/)
    .map((name) => name.replaceAll('\\,', ',').trim())
    .filter(Boolean)
}

export function columnList(text: string): 'all' | string[] {
  return text === 'all' ? 'all' : nameList(text)
}

/** `name=value` settings read by the types of the parameters; an unknown name is left to the schema, which says what there is. */
export function settings(schema: Params<unknown>, pairs: readonly string[]): Record<string, unknown> {
  const cards = describeParams(schema)
  return Object.fromEntries(
    pairs.map((pair) => {
      const [name, text] = keyValue(pair)
      const card = cards.find((one) => one.name === name)
      return [name, card ? parseParam(card, text) : text]
    }),
  )
}

export function keyValue(pair: string): [string, string] {
  const at = pair.indexOf('=')
  if (at < 1) throw new SdcError('BAD_OPTION', `"${pair}" is not of the form name=value`)
  return [pair.slice(0, at), pair.slice(at + 1)]
}

export function number(text: string): number {
  if (text.trim() === '' || !Number.isFinite(Number(text))) throw new InvalidArgumentError('it is not a number')
  return Number(text)
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

export function smallGroupsOption(): Option {
  return new Option('--small-groups <what>', 'groups that the method cannot mask: an error, kept unmasked, or pooled')
    .choices(['error', 'keep', 'pooled'])
    .default('error')
}

export function taxonomyOption(): Option {
  return new Option(
    '--taxonomy <column=file>',
    'what the categories of a column are kinds of: a CSV file with the columns category and parent (repeatable)',
  )
    .argParser(collect)
    .default([], 'none')
}

export function distanceOption(): Option {
  return new Option('--distance <what>', 'how far two categories of a taxonomy are apart')
    .choices(['ancestors', 'path'])
    .default('ancestors')
}

/** The options of every command that makes a masked file. */
export function addRunOptions(command: Command): Command {
  return command
    .option('--seed <seed>', 'repeatable random numbers: for research and tests, not for release')
    .option(
      '--release',
      'make a file that may leave the house: fresh keyed random numbers, records in random order, identifiers dropped',
    )
    .option(
      '--private <file>',
      'write what replays and verifies the run (key, parameters, origin of the records); keep it secret',
    )
    .option('--groups <file>', 'write which records were masked together (CSV); keep it secret')
    .option('--publish-params', 'put the parameters into the public manifest, with what they arm')
}

export interface RunOptions {
  readonly seed?: string
  readonly release?: boolean
  readonly private?: string
  readonly publishParams?: boolean
  readonly groups?: string
}

export function checkRunOptions(options: RunOptions, out: string | undefined): void {
  if (options.release && options.seed !== undefined) {
    throw new SdcError(
      'BAD_OPTION',
      '--release and --seed exclude each other',
      {},
      'Who guesses a seed can undo the masking: leave out --seed.',
    )
  }
  if (options.release && options.private === undefined) {
    const advice =
      'Without its private file a released file can be neither replayed nor measured: add --private FILE and keep that file in the house.'
    throw new SdcError('BAD_OPTION', '--release needs --private FILE', {}, advice)
  }
  if ((options.release || options.private !== undefined) && out === undefined) {
    throw new SdcError('BAD_OPTION', '--release and --private need an output file', {}, 'Add -o OUT.')
  }
}
