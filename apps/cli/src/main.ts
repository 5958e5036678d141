import { stat } from 'node:fs/promises'
import { CommanderError, type Command } from 'commander'
import { commandList } from './command-list.js'
import { finished, loadCommand, makeProgram, typedWord } from './program.js'
import { beQuiet } from './terminal/quiet.js'
import { writeText } from './terminal/write-text.js'

/** Runs the command line and returns the exit status. It loads only the module of the typed command. */
export async function main(argv: readonly string[]): Promise<number> {
  beQuiet(false)
  if (argv[0] === COMPLETE) return printCandidates(argv.slice(1))
  const refused = new WeakMap<CommanderError, Command>()
  try {
    const words = await withHelp(argv)
    await parsed(words, refused)
    return 0
  } catch (error) {
    if (!(error instanceof CommanderError)) return (await import('./failure.js')).failed(error, argv)
    if (error.exitCode === 0) return 0
    // A command group without a subcommand has printed its help.
    if (error.code === 'commander.help') return 2
    const [{ failed }, { refusalFrom }] = await Promise.all([import('./failure.js'), import('./options/refusals.js')])
    return failed(await refusalFrom(error, refused.get(error), argv), argv)
  }
}

/** Command that shell completion scripts call. */
const COMPLETE = '__complete'

/** Prints candidates; errors are ignored while the user types. */
async function printCandidates(words: readonly string[]): Promise<number> {
  const { complete } = await import('./completion/complete.js')
  const found = await complete(words).catch(() => [])
  for (const { value, what } of found) writeText(process.stdout, `${value}\t${what.replace(/\s+/g, ' ')}\n`)
  return 0
}

async function parsed(words: readonly string[], refused: WeakMap<CommanderError, Command>): Promise<void> {
  const typed = typedWord(words)
  const entry = commandList.find(({ name }) => name === typed)
  if (typed !== undefined && entry === undefined)
    throw await (await import('./options/unknown-command.js')).unknownCommand(typed)
  const program = makeProgram(entry)
  if (entry !== undefined) await loadCommand(program, entry)
  for (const command of [program, ...descendants(program)])
    command.exitOverride((error) => {
      refused.set(error, command)
      throw error
    })
  if (words.length === 0) {
    program.outputHelp()
    return
  }
  // Printed before anything runs; it loads modules that nothing else needs.
  if (words.includes('--version') || words.includes('-V')) {
    const { versionText } = await import('./version.js')
    program.on('option:version', () => {
      writeText(process.stdout, `${versionText()}\n`)
      throw finished()
    })
  }
  await program.parseAsync(words, { from: 'user' })
}

/** Turns `sdc help attack run`, and `sdc attack help` without such a file, into `sdc attack run --help`. */
async function withHelp(argv: readonly string[]): Promise<readonly string[]> {
  const at = typedWord(argv) === 'help' ? argv.indexOf('help') : -1
  if (at >= 0) return argv.length === 1 ? [] : [...argv.slice(0, at), ...argv.slice(at + 1), '--help']
  if (argv.length < 2 || argv.at(-1) !== 'help') return argv
  const before = argv.slice(0, -1)
  const isMeant = before.every((word) => /^[a-z-]+$/.test(word)) && !(await isThere('help'))
  return isMeant && commandList.some(({ name }) => name === argv[0]) && before.length <= 2
    ? [...before, '--help']
    : argv
}

function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}

function descendants(command: Command): Command[] {
  return command.commands.flatMap((one) => [one, ...descendants(one)])
}
