import { describeParams, parseParam, SdcError, type Params } from '@sdc/core'

/** `name=value` settings read by the types of the parameters; an unknown name is left to the schema, which says what there is. */
export function settings(schema: Params<unknown>, pairs: readonly string[]): Record<string, unknown> {
  const cards = describeParams(schema)
  return Object.fromEntries(
    pairs.map((pair) => {
      const [name, text] = keyValue(pair)
      const card = cards.find((one) => one.name === name)
      return [name, card ? parseParam(card, text) : text]
    }),
  )
}

/** `name=value` → [name, value]; throws BAD_OPTION. */
export function keyValue(pair: string): [name: string, value: string] {
  const at = pair.indexOf('=')
  if (at < 1) throw new SdcError('BAD_OPTION', `"${pair}" is not of the form name=value`)
  return [pair.slice(0, at), pair.slice(at + 1)]
}

/** `a,b` → ['a', 'b']; a comma within a name is written `\,`. */
export function nameList(text: string): string[] {
  return text
    .split(/(?<!\\),/)
    .map((name) => name.replaceAll('\\,', ',').trim())
    .filter(Boolean)
}
