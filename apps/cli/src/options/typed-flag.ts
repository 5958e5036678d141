import type { SdcError } from '@sdc/core'

/**
 * The flag in which the name was typed that an error is about: what reads the columns of a file knows the name, and only
 * the command line where it came from.
 *
 * @param argv - The arguments as they were typed.
 * @param error - The error; one that names a flag itself needs no other.
 * @returns `--columns`; undefined where no flag holds the name, as a plan's column.
 */
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

/** Every flag with its value: `--columns a,b` and `--columns=a,b`. */
function flagsOf(argv: readonly string[]): (readonly [flag: string, value: string])[] {
  return argv.flatMap((text, i) => {
    const [, flag, value] = /^(--[a-z][\w-]*)(?:=([^]*))?$/.exec(text) ?? []
    if (flag === undefined) return []
    const next = value ?? argv[i + 1]
    return next === undefined || (value === undefined && next.startsWith('--')) ? [] : [[flag, next] as const]
  })
}

/** What a value names: the names of a list, and both sides of `name=value`, also of `id.name=value`. */
function wordsOf(value: string): string[] {
  const parts = value.split(/(?<!\\),/).map((part) => part.replaceAll('\\,', ',').trim())
  return parts.flatMap((part) => {
    const sides = part.split(/[=\s]+/)
    return [value, part, ...sides, ...sides.flatMap((side) => side.split(/[.:]/))]
  })
}
