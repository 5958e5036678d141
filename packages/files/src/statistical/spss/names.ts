import { SdcError } from '@sdc/core'

/** Largest number of bytes of a name. */
const LONGEST = 64
const RESERVED = new Set('ALL AND BY EQ GE GT LE LT NE NOT OR TO WITH'.split(' '))
const FORM = /^[\p{L}@](?:[\p{L}\p{M}\p{N}._@#$]*[\p{L}\p{M}\p{N}_@#$])?$/u

/**
 * Refuses names of columns that SPSS does not permit.
 *
 * @param names - The names.
 * @throws BAD_OPTION with a permitted name; DUPLICATE_COLUMN for names that differ at most by case
 */
export function checkNames(names: readonly string[]): void {
  const known = new Map<string, string>()
  for (const column of names) {
    if (!isAllowed(column)) {
      const rule = 'up to 64 bytes of letters, digits, and . _ @ # $, beginning with a letter, and no reserved word'
      const message = `SPSS does not allow the name ${JSON.stringify(column)} of a column: ${rule}`
      const fix = `Rename the column in the original file, for example to ${suggestion(column, names)}, or choose another format.`
      throw new SdcError('BAD_OPTION', message, { column }, fix)
    }
    const other = known.get(column.toLowerCase())
    if (other !== undefined) {
      const message =
        other === column
          ? `the column "${column}" comes twice`
          : `the columns "${other}" and "${column}" have the same name in SPSS, which does not tell capitals apart`
      const fix = `Rename one of them in the original file, for example to ${suggestion(column, names)}.`
      throw new SdcError('DUPLICATE_COLUMN', message, { column }, fix)
    }
    known.set(column.toLowerCase(), column)
  }
}

function isAllowed(name: string): boolean {
  return FORM.test(name) && bytesOf(name) <= LONGEST && !RESERVED.has(name.toUpperCase())
}

const bytesOf = (text: string): number => new TextEncoder().encode(text).length

/** A permitted name that no other column has. */
function suggestion(name: string, others: readonly string[]): string {
  const taken = new Set(others.map((other) => other.toLowerCase()))
  let start = name
    .replace(/[^\p{L}\p{M}\p{N}._@#$]+/gu, '_')
    .replace(/\.+$/, '')
    .replace(/^(?![\p{L}@])/u, 'v')
  while (bytesOf(start) > LONGEST - 4) start = [...start].slice(0, -1).join('')
  if (RESERVED.has(start.toUpperCase())) start += '_'
  let free = start
  for (let i = 2; taken.has(free.toLowerCase()); i++) free = `${start}_${i}`
  return free
}

/** Returns a function that gives variables short names of eight letters, for old programs; each is used once. */
export function shortNamer(): (name: string) => string {
  const taken = new Set<string>()
  return (name) => {
    const start = name
      .toUpperCase()
      .replace(/[^A-Z0-9_.@#$]/g, '')
      .replace(/^(?![A-Z@])/, 'V')
      .slice(0, 8)
      .replace(/\.+$/, '')
    let free = start
    for (let i = 1; taken.has(free) || RESERVED.has(free); i++) free = `${start.slice(0, 7 - String(i).length)}_${i}`
    taken.add(free)
    return free
  }
}
