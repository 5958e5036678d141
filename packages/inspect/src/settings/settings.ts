import { describeParams, option, parseParam, SdcError, type Params } from '@sdc/core'

/**
 * Parses `name=value` settings by the types of the parameters.
 *
 * @param schema - The parameters.
 * @param pairs - Settings `name=value`; unknown names are left to the schema, which reports them.
 * @returns The values by name.
 * @throws BAD_OPTION for another form, and for a name that is set twice.
 */
export function settings(schema: Params<unknown>, pairs: readonly string[]): Record<string, unknown> {
  const cards = describeParams(schema)
  const read = pairs.map(keyValue)
  refuseTwice(read, option('set'))
  return Object.fromEntries(
    read.map(([name, text]) => {
      const card = cards.find((one) => one.name === name)
      // The form of a plan drops this name, and the setting with it.
      if (name === '__proto__')
        throw new SdcError('BAD_PARAMETER', `there is no parameter "${name}"`, { parameter: name }, 'Leave it out.')
      return [name, card ? parseParam(card, text) : text]
    }),
  )
}

/**
 * Splits `name=value`.
 *
 * @param pair - The text.
 * @returns Name and value.
 * @throws BAD_OPTION if the text has no name or no `=`.
 */
export function keyValue(pair: string): [name: string, value: string] {
  const at = pair.indexOf('=')
  if (at < 1) {
    const message = `"${pair}" is not of the form name=value`
    throw new SdcError(
      'BAD_OPTION',
      message,
      { parameter: pair },
      'Write the name, =, and the value, without blanks between.',
    )
  }
  return [pair.slice(0, at), pair.slice(at + 1)]
}

/**
 * Refuses a name with two values.
 *
 * @param pairs - The names with their values.
 * @param option - Their option, for the message.
 * @throws BAD_OPTION with the name and its first two values.
 */
export function refuseTwice(pairs: readonly (readonly [name: string, value: string])[], option: string): void {
  for (const [i, [name, value]] of pairs.entries()) {
    const before = pairs.findIndex(([other]) => other === name)
    if (before === i) continue
    const message = `${option} ${name} is given twice: ${pairs[before][1]} and ${value}`
    throw new SdcError('BAD_OPTION', message, { parameter: name }, 'Give it once.')
  }
}

/**
 * Splits `a,b` into names; a comma within a name is written `\,`.
 *
 * @param text - The names; an empty text has none.
 * @returns The names.
 * @throws BAD_OPTION if one of several names is empty or occurs twice.
 */
export function nameList(text: string): string[] {
  if (text.trim() === '') return []
  const names = text.split(/(?<!\\),/).map((name) => name.replaceAll('\\,', ',').trim())
  const twice = names.find((name, i) => names.indexOf(name) < i)
  if (names.includes('')) {
    const fix = 'Names are separated by one comma each; was a variable of the shell not set?'
    throw new SdcError('BAD_OPTION', `"${text}" has an empty name`, { parameter: text }, fix)
  }
  if (twice === undefined) return names
  throw new SdcError('BAD_OPTION', `"${text}" has "${twice}" twice`, { parameter: text }, 'Name it once.')
}
