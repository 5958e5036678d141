import type { CsvFile } from '@sdc/io'

const separators: Readonly<Record<string, string>> = { ',': 'commas', ';': 'semicolons', '\t': 'tabs', '|': 'bars' }
const lineEnds = { '\n': 'LF', '\r\n': 'CR LF', '\r': 'CR' }

/**
 * How a file is written, in words, and what its reader should know of it.
 *
 * @param csv - The file as it was read.
 * @returns `commas, decimal point, LF` and sentences.
 */
export function dialectText({ dialect, otherLineEnds }: CsvFile): { dialect: string; notes: string[] } {
  const { separator, decimal, newline, prefix, header } = dialect
  const parts = [
    separators[separator] ?? `cells divided by ${JSON.stringify(separator)}`,
    decimal === ',' ? 'decimal comma' : 'decimal point',
    lineEnds[newline],
    ...(prefix === '' ? [] : ['byte order mark']),
  ]
  return {
    dialect: parts.join(', '),
    notes: [
      ...(header ? [] : ['The file has no header: its columns are called c1, c2, …, and none is written.']),
      ...(otherLineEnds ? ['Its lines end in two ways; each keeps its own.'] : []),
    ],
  }
}
