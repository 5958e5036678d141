import type { CsvFile } from '@sdc/files'

const separators: Readonly<Record<string, string>> = { ',': 'commas', ';': 'semicolons', '\t': 'tabs', '|': 'bars' }
const lineEnds = { '\n': 'LF', '\r\n': 'CR LF', '\r': 'CR' }

/**
 * Describes the format of a file in words, with notes for the reader.
 *
 * @param csv - The file as it was read.
 * @returns `commas, decimal point, LF` and sentences.
 */
export function dialectText({ dialect, otherLineEnds, source }: CsvFile): { dialect: string; notes: string[] } {
  const { separator, decimal, newline, prefix, header, encoding } = dialect
  const grouped = [...source].flatMap(([name, { grouping }]) => (grouping === undefined ? [] : [name]))
  const parts = [
    separators[separator] ?? `separator ${JSON.stringify(separator)}`,
    decimal === ',' ? 'decimal comma' : 'decimal point',
    lineEnds[newline],
    ...(prefix === '' ? [] : ['byte order mark']),
    ...(encoding === 'utf-8' ? [] : [encoding]),
  ]
  return {
    dialect: parts.join(', '),
    notes: [
      ...(grouped.length === 0
        ? []
        : [
            `Numbers with groups of digits, such as ${decimal === ',' ? '1.234,5' : '1,234.5'}: ${grouped.join(', ')}.`,
          ]),
      ...(header
        ? []
        : [
            'The file has no header line. Its columns are named c1, c2, …; the released file has no header line either.',
          ]),
      ...(otherLineEnds ? ['The file mixes line endings. Each line keeps its own.'] : []),
    ],
  }
}
