import { InvalidArgumentError, Option, type Command } from 'commander'
import { nameList } from '@sdc/workflow'

/** For an option that may be given several times. */
export function collect(value: string, before: readonly string[]): string[] {
  return [...before, value]
}

export function columnList(text: string): 'all' | string[] {
  return text === 'all' ? 'all' : nameList(text)
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

export function quasiIdentifiersOption(): Option {
  return new Option(
    '--quasi-identifiers <names>',
    'the columns that an intruder may know of somebody (keys); by default those that a schema calls so',
  ).argParser(nameList)
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
    .option(
      '--accept-open <column>',
      'with --release: let this column go out as it is, though it gives something away (repeatable)',
      collect,
      [],
    )
    .option(
      '--max-unchanged <percent>',
      'with --release: how much of a masked column may be (almost) as it was, ties apart; by default 95',
      percentage,
    )
    .option('--publish-params', 'put the parameters into the public manifest, with what they arm')
}
