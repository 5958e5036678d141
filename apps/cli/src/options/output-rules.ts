import type { Command } from 'commander'
import { SdcError } from '@sdc/core'
import { freeStandardInput, readTwice, STANDARD_INPUT } from '../terminal/standard-input.js'

/** The standard output as the name of a file. */
export const STANDARD_OUTPUT = '-'

/** Options that name a file or folder to write, except -o. */
const written: ReadonlySet<string> = new Set([
  'private',
  'groups',
  'fits',
  'codebook',
  'plot',
  'public',
  'writeMapping',
  'writeOrigin',
  'keyFile',
  'writeSearch',
  'writePtable',
  'junit',
  'records',
  'write',
  'writePlan',
])
/** Commands that print their file without -o. */
const printing: ReadonlySet<string> = new Set([
  'mask',
  'anonymize',
  'synthesize',
  'run',
  'reverse-map',
  'optimize',
  'dataset',
  'build',
  'read',
  'apply',
  'protect',
  'report',
])
/** Commands whose -o is a folder. */
const folders: ReadonlySet<string> = new Set(['compare'])

const held = { taken: false }

/** Returns true if a file is printed; messages and results then go to stderr. */
export function isOutputTaken(): boolean {
  return held.taken
}

/**
 * Handles `-` as an output: -o prints the file; other outputs are private or belong next to a file, so they need a
 * name.
 */
export function settleOutput(command: Command): void {
  held.taken = false
  for (const option of command.options) {
    const name = option.attributeName()
    const isDash = command.getOptionValue(name) === STANDARD_OUTPUT
    if (isDash && (written.has(name) || (name === 'out' && folders.has(command.name()))))
      throw noFile(option.long ?? option.flags, name === 'out')
  }
  if (command.getOptionValue('out') !== STANDARD_OUTPUT) return
  if (printing.has(command.name())) {
    command.setOptionValue('out', undefined)
    return
  }
  if (command.getOptionValue('json') === true) {
    const fix = 'Name a file for -o, or leave out --json.'
    throw new SdcError('BAD_OPTION', '-o - and --json would both be printed', { parameter: '--json' }, fix)
  }
  held.taken = true
}

/** Refuses two inputs from one pipe, before anything is read. */
export function checkStandardInput(command: Command): void {
  freeStandardInput()
  const named = command.options
    .filter((option) => option.attributeName() !== 'out' && !written.has(option.attributeName()))
    .flatMap((option) => command.getOptionValue(option.attributeName()) as unknown)
  const all = [...command.processedArgs.flat(), ...named.flat()]
  const dashes = all.filter((one) => one === STANDARD_INPUT || (typeof one === 'string' && /^[^=]+=-$/.test(one)))
  if (dashes.length > 1) throw readTwice()
}

function noFile(flag: string, folder: boolean): SdcError {
  const fix = folder
    ? 'Name a folder; the result is printed without it.'
    : 'Name a file: its content is private, or belongs next to another file.'
  return new SdcError('BAD_OPTION', `${flag} - is not the standard output, and no name`, { parameter: flag }, fix)
}
