import type { CsvDialect } from './csv-file.js'

export function inQuotes(text: string, quote: string): string {
  return quote + text.replaceAll(quote, quote + quote) + quote
}

/** Returns the text, quoted only if it could not be read back otherwise. */
export function asNeeded(text: string, dialect: Pick<CsvDialect, 'separator' | 'quote'>): string {
  const { separator, quote } = dialect
  const special = text.includes(separator) || text.includes(quote) || text.includes('\n') || text.includes('\r')
  return special ? inQuotes(text, quote) : text
}
