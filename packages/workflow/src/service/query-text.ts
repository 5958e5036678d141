import type { Query } from '@sdc/core'

/** A query in the language that `parseQuery` reads. */
export function queryText({ ask, columns, where = {} }: Query): string {
  const conditions = Object.entries(where).map(([name, wanted]) => `${nameText(name)} ${wantedText(wanted)}`)
  const condition = conditions.length > 0 ? ` where ${conditions.join(' and ')}` : ''
  return `${ask}(${columns.map(nameText).join(', ')})${condition}`
}

function wantedText(wanted: NonNullable<Query['where']>[string]): string {
  if (typeof wanted === 'string') return `= '${wanted.replaceAll("'", "''")}'`
  return typeof wanted === 'number' ? `= ${wanted}` : `in ${wanted[0]}..${wanted[1]}`
}

/** A name with quotes where it has blanks or signs, or is a word of the language. */
function nameText(name: string): string {
  const plain = /^[\p{L}_][\p{L}\p{N}_]*$/u.test(name) && !/^(?:in|and|where)$/i.test(name)
  return plain ? name : `"${name.replaceAll('"', '""')}"`
}
