import type { Query } from '@sdc/core'

/** Formats a query in the language of `parseQuery`. */
export function queryText({ ask, columns, where = {} }: Query): string {
  const conditions = Object.entries(where).map(([name, wanted]) => `${nameText(name)} ${wantedText(wanted)}`)
  const condition = conditions.length > 0 ? ` where ${conditions.join(' and ')}` : ''
  return `${ask}(${columns.map(nameText).join(', ')})${condition}`
}

function wantedText(wanted: NonNullable<Query['where']>[string]): string {
  if (typeof wanted === 'string') return `= '${wanted.replaceAll("'", "''")}'`
  return typeof wanted === 'number' ? `= ${wanted}` : `in ${wanted[0]}..${wanted[1]}`
}

/** Returns a name, quoted if it has blanks or signs, or is a keyword. */
function nameText(name: string): string {
  const plain = /^[\p{L}_][\p{L}\p{N}_]*$/u.test(name) && !/^(?:in|and|where)$/i.test(name)
  return plain ? name : `"${name.replaceAll('"', '""')}"`
}
