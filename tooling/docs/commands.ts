import type { EventEmitter } from 'node:events'
import type { Command, Help, Option } from 'commander'
import { commandList } from '../../apps/cli/src/command-list.js'
import { loadCommand, makeProgram } from '../../apps/cli/src/program.js'
import { wrapped } from '@sdc/report/tables'
import { page, prose, shell, table } from './markdown.js'

/** Returns a page for each command with its subcommands, and an index, by their names within docs/. */
export async function commandPages(): Promise<ReadonlyMap<string, string>> {
  const pages = new Map<string, string>([['commands/index.md', indexPage()]])
  for (const entry of commandList) {
    const program = await loadCommand(makeProgram(entry), entry)
    const command = program.commands.find((one) => one.name() === entry.name)
    if (command === undefined) throw new Error(`no command ${entry.name}`)
    const parts = [
      ...partsOf(command),
      ...command.commands
        .filter(isOwn)
        .flatMap((one) => [`## ${titleOf(one)}`, sentence(one.description()), ...partsOf(one, '###')]),
    ]
    pages.set(`commands/${entry.name}.md`, page(titleOf(command), sentence(command.description()), parts))
  }
  return pages
}

function indexPage(): string {
  const groups = [...new Set(commandList.map(({ group }) => group))]
  const about = 'Commands of `sdc`, in the order of the work. `sdc COMMAND --help` prints what its page says.'
  const general = makeProgram()
  const options = ['## Options of every command', optionTable(general.createHelp(), general.options)]
  return page('Commands', about, [
    ...groups.flatMap((group) => [
      `## ${group.replace(/:$/, '')}`,
      table(
        ['command', 'purpose'],
        commandList
          .filter((one) => one.group === group)
          .map(({ name, description }) => [`[sdc ${name}](${name}.md)`, prose(description)]),
      ),
    ]),
    ...options,
  ])
}

/** Every command group has `help`. */
const isOwn = (command: Command): boolean => command.name() !== 'help'

function titleOf(command: Command): string {
  return command.parent === null ? 'sdc' : `${titleOf(command.parent)} ${command.name()}`
}

const sentence = (text: string): string => {
  const first = text.charAt(0).toUpperCase() + text.slice(1)
  return prose(/[.?!]$/.test(first) ? first : `${first}.`)
}

function partsOf(command: Command, level = '##'): string[] {
  const help = Object.assign(command.createHelp(), command.configureHelp()) as Help
  const args = help.visibleArguments(command)
  const options = help.visibleOptions(command).filter((option) => option.long !== '--help')
  const { examples, rest } = textAfter(command)
  const groups = new Map<string, Option[]>()
  for (const option of options) {
    const heading = (option.helpGroupHeading ?? 'Options').replace(/:$/, '')
    groups.set(heading, [...(groups.get(heading) ?? []), option])
  }
  return [
    `\`\`\`text\n${help.commandUsage(command)}\n\`\`\``,
    args.length > 0
      ? table(
          ['argument', 'meaning'],
          args.map((one) => [`\`${help.argumentTerm(one)}\``, prose(help.argumentDescription(one))]),
        )
      : '',
    ...(examples.length > 0 ? [`${level} Examples`, shell(examples)] : []),
    ...[...groups].flatMap(([heading, own]) => [`${level} ${heading}`, optionTable(help, own)]),
    ...(rest.length > 0 ? [`${level} More`, ...rest] : []),
  ]
}

function optionTable(help: Help, options: readonly Option[]): string {
  return table(
    ['option', 'meaning'],
    options.map((option) => [`\`${help.optionTerm(option)}\``, prose(help.optionDescription(option))]),
  )
}

/** Returns the text of the help after the options: examples, and paragraphs. */
function textAfter(command: Command): { readonly examples: string[]; readonly rest: string[] } {
  const written: string[] = []
  const write = (text: string): void => void written.push(text)
  // Commander adds the text of this event after its own; its types lack the event.
  ;(command as Command & EventEmitter).emit('afterHelp', { error: false, command, write })
  const paragraphs = written.join('\n').split(/\n{2,}/).map((text) => text.split('\n').filter((line) => line !== '')) // oxfmt-ignore
  const areExamples = (lines: readonly string[]): boolean => /^Examples?\b.*:$/.test(lines[0] ?? '')
  const examples = paragraphs.filter(areExamples).flatMap(([, ...lines]) => shellLines(lines))
  const rest = paragraphs.filter((lines) => !areExamples(lines)).flatMap(blocks)
  return { examples, rest }
}

/** Returns commands, with explanations as comments. */
function shellLines(lines: readonly string[]): string[] {
  return lines.flatMap((line, at) => {
    const isCommand = /^ {2}\S/.test(line) || lines[at - 1]?.endsWith('\\') === true
    return isCommand
      ? [line.slice(2)]
      : wrapped(line.trim(), 72)
          .split('\n')
          .map((part) => `# ${part}`)
  })
}

/** Returns prose, with indented lines as code blocks. */
function blocks(lines: readonly string[]): string[] {
  return lines.reduce<string[]>((made, line) => {
    if (!line.startsWith('  ')) return [...made, prose(line)]
    const last = made.at(-1)
    const text = line.slice(2)
    return last?.startsWith('```') === true
      ? [...made.slice(0, -1), last.replace(/\n```$/, `\n${text}\n\`\`\``)]
      : [...made, `\`\`\`text\n${text}\n\`\`\``]
  }, [])
}
