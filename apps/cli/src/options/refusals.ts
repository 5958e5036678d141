import { CommanderError, type Command, type Option } from 'commander'
import { closestTo, SdcError } from '@sdc/core'
import { parameterAdvice } from './parameter-advice.js'

/** Rewords an error of commander like all other errors: cause and advice. */
export async function refusalFrom(
  { message: told, code }: CommanderError,
  command: Command | undefined,
  argv: readonly string[],
): Promise<SdcError> {
  const unknown = code === 'commander.missingMandatoryOptionValue' ? unknownAmong(argv, command) : undefined
  // A misspelt option is not reported as missing as well.
  if (unknown !== undefined && command !== undefined)
    return refusalFrom(
      new CommanderError(
        1,
        'commander.unknownOption',
        `error: unknown option '${unknown}'\n${guessFor(unknown, command)}`,
      ),
      command,
      argv,
    )
  const [first, ...more] = told.replace(/^error: /, '').split('\n')
  const message = first.replace(/\.$/, '')
  const guess = /Did you mean (.*?)\?/.exec(more.join(' '))?.[1]
  const fix = [
    ...((await ownAdvice(code, message, command, argv)) ?? []),
    ...(guess === undefined ? [] : [`Did you mean ${guess}?`]),
    `For the list: ${pathOf(command)} --help.`,
  ]
  const flag = /'(--?[\w-]+)/.exec(message)?.[1]
  return new SdcError('BAD_OPTION', message, flag === undefined ? {} : { parameter: flag }, fix.join(' '))
}

async function ownAdvice(
  code: string,
  message: string,
  command: Command | undefined,
  argv: readonly string[],
): Promise<string[] | undefined> {
  if (command === undefined) return undefined
  const option = command.options.find(({ flags }) => message.includes(`'${flags}'`))
  if (code === 'commander.unknownOption') return parameterAdvice(/'(--?[^']+)'/.exec(message)?.[1] ?? '', command, argv)
  if (code === 'commander.missingMandatoryOptionValue' && option) return [`Add ${meaning(option)}.`]
  if (code === 'commander.optionMissingArgument' && option) return [`It is ${meaning(option)}.`]
  if (code === 'commander.missingArgument') return missingArgument(message, command)
  if (code === 'commander.excessArguments')
    return ['Is a name with blanks without quotes, or a comma followed by a blank?']
  return undefined
}

/** Returns a typed option that no command has. */
function unknownAmong(argv: readonly string[], command: Command | undefined): string | undefined {
  const known = new Set(flagsOf(command))
  const ends = argv.indexOf('--')
  const words = (ends < 0 ? argv : argv.slice(0, ends)).map((word) => word.split('=')[0])
  return command && words.find((word) => /^--[a-z]/.test(word) && !known.has(word))
}

function guessFor(flag: string, command: Command): string {
  const guess = closestTo(flag, flagsOf(command))
  return guess === undefined ? '' : `(Did you mean ${guess}?)`
}

/** Returns the long options of a command and of those above it. */
function flagsOf(command: Command | undefined): string[] {
  const flags = ['--help']
  for (let at: Command | null | undefined = command; at; at = at.parent)
    flags.push(...at.options.flatMap(({ long }) => long ?? []))
  return flags
}

function meaning({ flags, description }: Option): string {
  return `${flags}: ${description}`
}

function missingArgument(message: string, { registeredArguments }: Command): string[] {
  const missing = registeredArguments.find((one) => message.includes(`'${one.name()}'`))
  return missing === undefined ? [] : [`It is ${missing.description}.`]
}

/** Returns the words of a command: `sdc attack run`. */
function pathOf(command: Command | undefined): string {
  if (command === undefined) return 'sdc'
  return [...(command.parent ? [pathOf(command.parent)] : []), command.name()].join(' ')
}
