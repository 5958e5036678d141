import type { Command } from 'commander'
import { commandList } from '../command-list.js'
import { loadCommand, makeProgram, typedWord } from '../program.js'
import { repeatable } from '../options/repeatable.js'
import type { Candidate, Place } from './candidates.js'
import { positionals, valueOption } from './words.js'

/**
 * Returns the possible next words, from the definitions of the commands; none if only a file fits, which the shell
 * completes itself.
 */
export async function complete(typed: readonly string[]): Promise<readonly Candidate[]> {
  const words = joined(typed)
  const current = words.at(-1) ?? ''
  const before = words.slice(0, -1)
  const word = typedWord(before)
  const entry = commandList.find(({ name }) => name === word)
  const program = makeProgram(entry)
  if (entry === undefined) {
    if (word !== undefined && word !== 'help') return []
    return beginning(current, current.startsWith('-') ? optionsOf(program, before) : commandsOf(program))
  }
  await loadCommand(program, entry)
  const { command, rest } = commandAt(program, before)
  const option = valueOption(command, rest.at(-1))
  const equals = /^(--[a-z-]+)=(.*)$/s.exec(current)
  if (equals) {
    const named = valueOption(command, equals[1])
    const values =
      named === undefined ? [] : await valuesFor({ command, words: rest, current: equals[2], option: named })
    return values.map(({ value, what }) => ({ value: `${equals[1]}=${value}`, what }))
  }
  if (option !== undefined) return valuesFor({ command, words: rest, current, option })
  if (current.startsWith('-')) return beginning(current, optionsOf(command, rest))
  const position = positionals(command, rest).length
  const subcommands = position === 0 ? beginning(current, commandsOf(command)) : []
  return [...subcommands, ...(await valuesFor({ command, words: rest, current, position }))]
}

async function valuesFor(place: Place): Promise<readonly Candidate[]> {
  const { valuesAt } = await import('./candidates.js')
  return valuesAt(place)
}

/** Joins `a=b`, which bash passes as three words. */
function joined(typed: readonly string[]): string[] {
  const words: string[] = []
  for (const [w, word] of typed.entries()) {
    const before = words.at(-1)
    if (w > 0 && before !== undefined && (word === '=' || typed[w - 1] === '=')) words[words.length - 1] = before + word
    else words.push(word)
  }
  return words
}

function beginning(current: string, candidates: readonly Candidate[]): Candidate[] {
  return candidates.filter(({ value }) => value.startsWith(current))
}

function commandsOf(command: Command): Candidate[] {
  return command
    .createHelp()
    .visibleCommands(command)
    .map((one) => ({ value: one.name(), what: one.description() }))
}

/** Returns the options of a command; a given one only if it is repeatable. */
function optionsOf(command: Command, before: readonly string[]): Candidate[] {
  const help = command.createHelp()
  const all = help.visibleOptions(command)
  for (let at = command.parent; at; at = at.parent) all.push(...at.options)
  return all.flatMap((option) => {
    const name = option.long ?? option.short
    if (name === undefined) return []
    const isGiven = [option.long, option.short].some((flag) => flag !== undefined && before.includes(flag))
    if (isGiven && !repeatable.has(option.parseArg)) return []
    return [{ value: name, what: option.description }]
  })
}

/** Returns the command that some words name, and the words after its name. */
function commandAt(program: Command, words: readonly string[]): { command: Command; rest: readonly string[] } {
  let command = program
  let rest = words
  for (;;) {
    const at = rest.findIndex((word) => !word.startsWith('-'))
    const next = command.commands.find((one) => one.name() === rest[at])
    if (next === undefined) return { command, rest }
    command = next
    rest = [...rest.slice(0, at), ...rest.slice(at + 1)]
  }
}
