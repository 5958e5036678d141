import type { Command, Option } from 'commander'
import { SdcError, wordOptions } from '@sdc/core'
import { checkSeed } from '@sdc/engine'
import { collectNames } from './flags.js'
import { typedOption } from './option-wording.js'
import { checkStandardInput, settleOutput } from './output-rules.js'
import { useTextForm } from '../terminal/encoding.js'
import { repeatable } from './repeatable.js'
import { addScreenOptions } from '../terminal/screen.js'

/** Lists that may be empty: `--given ""` overrides a schema. */
const mayBeEmpty: ReadonlySet<string> = new Set(['given'])

/** Adds rules for all options: given once, not empty, a valid seed, `-` only if it has a meaning. */
export function watchOptions(program: Command): void {
  wordOptions(typedOption)
  addScreenOptions(program)
  for (const command of [program, ...descendants(program)]) refuseRepeated(command)
  program.hook('preAction', (_, command) => {
    for (let at: Command | null = command; at; at = at.parent) at.options.forEach(checkValue(at))
    useTextForm(command.getOptionValue('encoding'), command.getOptionValue('widths'))
    checkStandardInput(command)
    settleOutput(command)
  })
}

function descendants(command: Command): Command[] {
  return command.commands.flatMap((one) => [one, ...descendants(one)])
}

/**
 * Refuses repeated options: the later of two column lists would win silently, and columns of the first would stay
 * unmasked.
 */
function refuseRepeated(command: Command): void {
  const given = new Map<string, string>()
  for (const option of command.options) {
    if (option.parseArg && (repeatable.has(option.parseArg) || option.parseArg === collectNames)) continue
    command.on(`option:${option.name()}`, () => {
      const flag = flagOf(option)
      const before = given.get(option.attributeName())
      given.set(option.attributeName(), flag)
      if (before === undefined || (before === flag && option.isBoolean())) return
      const message = before === flag ? `${flag} is given twice` : `${before} and ${flag} exclude each other`
      throw new SdcError('BAD_OPTION', message, { parameter: flag }, 'Give it once: a list is written a,b.')
    })
  }
}

function checkValue(command: Command): (option: Option) => void {
  return (option) => {
    const name = option.attributeName()
    if (command.getOptionValueSource(name) !== 'cli') return
    const value: unknown = command.getOptionValue(name)
    const flag = flagOf(option)
    const values = Array.isArray(value) ? value : [value]
    const empty = values.some((one) => typeof one === 'string' && one.trim() === '')
    if (empty || (values.length === 0 && !mayBeEmpty.has(name))) {
      const fix = 'Give it a value, or leave it out; was a variable of the shell not set?'
      throw new SdcError('BAD_OPTION', `${flag} is empty`, { parameter: flag }, fix)
    }
    if (name === 'seed') checkSeed(String(value))
  }
}

function flagOf(option: Option): string {
  return option.long ?? option.short ?? option.flags
}
