import { Command, CommanderError, Help, type Option } from 'commander'
import { commandList, type ListedCommand } from './command-list.js'
import { fitHelp } from './terminal/fit-help.js'
import { groupOptions, inOrder } from './options/option-groups.js'
import { collect } from './options/repeatable.js'
import { beQuiet } from './terminal/quiet.js'
import { writeText } from './terminal/write-text.js'

const help = `
Examples, from a file to its release:
  sdc dataset census -o data.csv
  sdc methods microaggregation/mdav
  sdc compare data.csv --columns AGI,TAXINC -o comparison/
  sdc mask data.csv --method microaggregation/mdav --columns AGI,TAXINC --set k=5 -o masked.csv
  sdc measure data.csv masked.csv --columns AGI,TAXINC
  sdc run comparison/chosen-plan.yaml --release --private keep.json -o public.csv

sdc COMMAND --help describes a command, with examples. The file name - is standard input; as -o it is standard output.
Exit status:
  0  success
  1  a bug of sdc
  2  bad input; the message says what to do
  3  a limit is broken (--limit, --fail-above), or a replay differs`

/** Widest line of a help text. */
const WIDEST = 100

/**
 * Returns the program with the names of its commands; the typed command is a placeholder until `loadCommand` loads it.
 */
export function makeProgram(typed?: ListedCommand): Command {
  const program = new Command('sdc')
    .description(
      'Statistical disclosure control: mask microdata, reverse-map them, measure risk and loss, compare, release.',
    )
    .usage('COMMAND [options]')
    .option('--plugin <name>', 'load a plugin by package name or path (repeatable)', collect, [])
    .option('-q, --quiet', 'print errors, results and short warnings only')
    .option('-V, --version', 'print the version')
    .helpOption('-h, --help', 'print the commands, with examples')
    .addHelpText('after', help)
    .showSuggestionAfterError()
    .configureHelp({
      sortSubcommands: false,
      subcommandTerm: (command) => command.name(),
      optionDescription,
      groupItems,
    })
    .configureOutput({
      // Errors of commander are reworded and printed by us.
      outputError: () => undefined,
      getOutHelpWidth: () => widthOf(process.stdout),
      getErrHelpWidth: () => widthOf(process.stderr),
      writeOut: (text) => writeText(process.stdout, fitHelp(text, widthOf(process.stdout))),
      writeErr: (text) => writeText(process.stderr, fitHelp(text, widthOf(process.stderr))),
    })
    .exitOverride()
  const helpOf = new Command('help').argument('[command...]').description('print the help of a command: sdc help mask')
  program.addHelpCommand(helpOf.helpGroup(commandList.at(-1)?.group ?? ''))
  program.on('option:quiet', () => beQuiet(true))
  for (const { name, description, group } of commandList)
    if (name !== typed?.name) program.command(name).description(description).helpGroup(group)
  return program
}

/** Loads a command into the program. */
export async function loadCommand(program: Command, entry: ListedCommand): Promise<Command> {
  // A shell runs `sdc completion` at its start, without options.
  const isPlain = entry.name === 'completion'
  const [rules, { add }] = await Promise.all([isPlain ? undefined : import('./options/option-rules.js'), entry.load()])
  add(program, entry.name)
  for (const command of program.commands) {
    if (command.name() === entry.name) command.description(entry.description).helpGroup(entry.group)
    if (command.commands.length > 0) command.helpCommand('help [command]', 'print the help of one of these')
  }
  rules?.watchOptions(program)
  groupOptions(program)
  return program
}

/** Returns the name of the command: the first argument that is not an option of the program. */
export function typedWord(argv: readonly string[]): string | undefined {
  for (let a = 0; a < argv.length; a++) {
    const word = argv[a]
    if (word === '--plugin') a++
    else if (word === '--') return argv[a + 1]
    else if (!word.startsWith('-') || word === '-') return word
  }
  return undefined
}

/** Returns the error that ends a run which printed the requested help. */
export function finished(): CommanderError {
  return new CommanderError(0, 'sdc.finished', '')
}

function widthOf(stream: NodeJS.WriteStream): number {
  return Math.min(stream.isTTY ? stream.columns || 80 : 80, WIDEST)
}

/** Keeps commands in the order of their list, and options in that of the headings. */
function groupItems<T extends Command | Option>(
  this: Help,
  unsorted: T[],
  visible: T[],
  groupOf: (item: T) => string,
): Map<string, T[]> {
  return inOrder(
    Help.prototype.groupItems.call(this, unsorted, visible, groupOf as never) as unknown as Map<string, T[]>,
  )
}

/** Describes an option like commander, without empty default lists. */
function optionDescription(this: Help, option: Option): string {
  const notes = [
    ...(option.argChoices ? [option.argChoices.join(' | ')] : []),
    ...(hasDefault(option) ? [`default: ${option.defaultValueDescription ?? String(option.defaultValue)}`] : []),
  ]
  return notes.length > 0 ? `${option.description} (${notes.join('; ')})` : option.description
}

function hasDefault({ defaultValue, defaultValueDescription }: Option): boolean {
  if (defaultValueDescription === 'none' || typeof defaultValue === 'boolean') return false
  return defaultValue !== undefined && !(Array.isArray(defaultValue) && defaultValue.length === 0)
}
