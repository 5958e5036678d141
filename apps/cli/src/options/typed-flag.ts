import type { SdcError } from '@sdc/core'

/** Returns the flag in which the name of an error was typed, such as `--columns`; undefined for names from a plan. */
export function typedFlag(argv: readonly string[], { message, place }: SdcError): string | undefined {
  if (/(^|\s)--[a-z]/.test(message)) return undefined
  const names = [place.column, place.parameter, place.metric, place.method].filter((name) => name !== undefined)
  const flags = flagsOf(argv)
  for (const name of names) {
    const found = flags.find(([flag, value]) => flag === `--${name}` || wordsOf(value).includes(name))
    if (found) return found[0]
  }
  return undefined
}

/** Returns every flag with its value. */
function flagsOf(argv: readonly string[]): (readonly [flag: string, value: string])[] {
  return argv.flatMap((text, i) => {
    const [, flag, value] = /^(--[a-z][\w-]*)(?:=([^]*))?$/.exec(text) ?? []
    if (flag === undefined) return []
    const next = value ?? argv[i + 1]
    return next === undefined || (value === undefined && next.startsWith('--')) ? [] : [[flag, next] as const]
  })
}

/** Returns the names in a value: items of a list, and both sides of `name=value` and `id.name=value`. */
function wordsOf(value: string): string[] {
  const parts = value.split(/(?<!\\),/).map((part) => part.replaceAll('\\,', ',').trim())
  return parts.flatMap((part) => {
    const sides = part.split(/[=\s]+/)
    return [value, part, ...sides, ...sides.flatMap((side) => side.split(/[.:]/))]
  })
}
