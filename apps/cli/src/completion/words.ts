import type { Command, Option } from 'commander'

/** Returns the option of a word if it takes a value. */
export function valueOption(command: Command, word: string | undefined): Option | undefined {
  if (word === undefined) return undefined
  for (let at: Command | null = command; at; at = at.parent) {
    const found = at.options.find(({ long, short }) => long === word || short === word)
    if (found !== undefined) return found.required || found.optional ? found : undefined
  }
  return undefined
}

/** Returns the words that are neither options nor their values. */
export function positionals(command: Command, words: readonly string[]): string[] {
  return words.filter((word, w) => !word.startsWith('-') && valueOption(command, words[w - 1]) === undefined)
}
