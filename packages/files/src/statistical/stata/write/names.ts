import { SdcError } from '@sdc/core'

/** Largest number of letters of a name. */
const LONGEST = 32
const RESERVED = new Set(
  '_all _b _coef _cons _n _N _pi _pred _rc _skip byte double float if in int long strL using with'.split(' '),
)
const FORM = /^[\p{L}_][\p{L}\p{N}_]*$/u

/**
 * Refuses names of columns that Stata does not permit.
 *
 * @param names - The names.
 * @throws BAD_OPTION with a permitted name; DUPLICATE_COLUMN for a repeated name
 */
export function checkNames(names: readonly string[]): void {
  const known = new Set<string>()
  for (const column of names) {
    if (!isAllowed(column)) {
      const rule = 'up to 32 letters, digits, and underscores, not beginning with a digit, and no reserved word'
      const message = `Stata does not allow the name ${JSON.stringify(column)} of a column: ${rule}`
      const fix = `Rename the column in the original file, for example to ${suggestion(column, names)}, or choose another format.`
      throw new SdcError('BAD_OPTION', message, { column }, fix)
    }
    if (known.has(column)) {
      const message = `the column "${column}" comes twice`
      throw new SdcError('DUPLICATE_COLUMN', message, { column }, 'Rename one of the two columns.')
    }
    known.add(column)
  }
}

function isAllowed(name: string): boolean {
  return FORM.test(name) && [...name].length <= LONGEST && !RESERVED.has(name) && !/^str\d+$/.test(name)
}

/** A permitted name that no other column has. */
function suggestion(name: string, others: readonly string[]): string {
  const letters = name.replace(/[^\p{L}\p{N}_]+/gu, '_').replace(/^(?=\d|$)/, '_')
  const start = isAllowed(letters)
    ? letters
    : [...letters]
        .slice(0, LONGEST - 1)
        .join('')
        .concat('_')
  let free = start
  for (let i = 2; others.includes(free); i++) free = `${[...start].slice(0, LONGEST - 4).join('')}${i}`
  return free
}
