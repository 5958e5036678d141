/** Words for unknown values, in lower case without surrounding signs. */
const words = new Set(
  (
    'null nil nan na n/a #n/a n.a. n.a none missing unknown unbekannt unbek onbekend inconnu inconnue desconocido sconosciuto okand ukjent ' +
    'not_available not_applicable notavailable refused refusal dk dontknow nsp ns k.a. ka keineangabe k.angabe keine_angabe weetniet nonreponse ' +
    'sysmis missing_value undefined void nodata no_data tbd notstated not_stated undisclosed'
  ).split(' '),
)

/** Signs that are the only content of a cell. */
const signs = /^(?:\.+|-+|–|—|\?+|\*+|_+|…|\/|\\N|<NA>|<null>)$/

/** Numbers that mean missing among texts: 9, 99, 999, −1, −9, …. */
const numbers = /^-?(?:9{2,}|8{2,}|7{2,})$|^-[1-9]$/

/**
 * Returns true if a text probably means a missing value.
 *
 * @param text - A level of a categorical column, or a text of a cell.
 * @returns True for signs, for words of many programs and languages, and for blanks.
 */
export function meansMissing(text: string): boolean {
  const plain = text.trim()
  if (plain === '' || signs.test(plain)) return true
  const letters = plain
    .toLowerCase()
    .replace(/['’()<>[\]]/g, '')
    .replace(/\s+/g, '')
  return words.has(letters) || words.has(plain.toLowerCase().replace(/\s+/g, '_'))
}

/**
 * Returns true if a text is a number that means missing in many files.
 *
 * @param text - A level among others that are not numbers.
 * @returns True for numbers such as −9 and 99.
 */
export function isMissingNumber(text: string): boolean {
  return numbers.test(text.trim())
}
