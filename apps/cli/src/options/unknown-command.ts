import { stat } from 'node:fs/promises'
import { closestTo, SdcError } from '@sdc/core'
import { commandList } from '../command-list.js'

/** Returns the error for a first word that is not a command: most often a file without its command. */
export async function unknownCommand(word: string): Promise<SdcError> {
  const there = await stat(word).catch(() => undefined)
  if (there?.isDirectory()) return refused(word, 'is a folder, and no command', 'Name a file in it: ')
  if (there !== undefined) return refused(word, 'is a file, and no command', '')
  if (word === '-') return refused(word, 'is the standard input, and no command', '')
  if (/[/\\]|\.(csv|tsv|txt|ya?ml|json)$/i.test(word))
    return refused(word, 'is neither a command nor an existing file', 'Check the name. Then ')
  const guess = closestTo(word, [...commandList.map(({ name }) => name), 'help'])
  const fix = `${guess === undefined ? '' : `Did you mean ${guess}? `}All commands: sdc --help.`
  return new SdcError('BAD_OPTION', `unknown command '${word}'`, { parameter: word }, fix)
}

function refused(word: string, what: string, before: string): SdcError {
  const command = /\.(ya?ml|json)$/i.test(word) ? `sdc run ${word} makes the file of a plan` : lookAt(word)
  const fix = `${before}${command}; all commands: sdc --help.`
  return new SdcError('BAD_OPTION', `${word} ${what}`, { file: word }, fix)
}

function lookAt(word: string): string {
  const path = /\.[^./\\]+$/.test(word) || word === '-' ? word : `${word.replace(/[/\\]$/, '')}/data.csv`
  return `sdc inspect ${path} says what is in it`
}
