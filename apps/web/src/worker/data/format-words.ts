import type { FormatId } from '@sdc/files'
import type { TableFile } from '@sdc/files/formats'
import { dialectText } from './dialect-text.js'

const names: Readonly<Record<Exclude<FormatId, 'csv'>, string>> = {
  parquet: 'Parquet',
  sav: 'SPSS (.sav)',
  zsav: 'SPSS, compressed (.zsav)',
  dta: 'Stata (.dta)',
  sas7bdat: 'SAS (.sas7bdat)',
  sas7bcat: 'SAS catalog (.sas7bcat)',
  xpt: 'SAS transport (.xpt)',
  por: 'SPSS portable (.por)',
  xlsx: 'Excel (.xlsx)',
}

/** Facts that are not in the file itself. */
export interface FileWords {
  readonly out: string
  readonly sheet: string | undefined
  readonly isPacked: boolean
}

/**
 * Describes the format of a file in words, with notes for the reader.
 *
 * @param file - The file as it was read.
 * @param more - Name of the released file, the sheet chosen by the user, and true if the file is compressed by gzip.
 * @returns The format, and sentences on the file and the format of the released file.
 */
export function formatWords(
  file: TableFile,
  { out, sheet, isPacked }: FileWords,
): { dialect: string; notes: string[] } {
  const { format, dictionary } = file
  if (format === 'csv') {
    const { dialect, notes } = dialectText(file)
    if (!isPacked) return { dialect, notes }
    return { dialect: `${dialect}, compressed by gzip`, notes: [...notes, `The released file will be ${out}.`] }
  }
  if (format === 'parquet')
    return {
      dialect: names.parquet,
      notes: [
        'Dates, instants and whole numbers beyond 2^53 are read as text. Null and empty text are missing values.',
        'The released file will be CSV: commas, decimal point, LF.',
      ],
    }
  const described = [...(dictionary?.columns.values() ?? [])]
  const labelled = described.filter(({ labels }) => labels !== undefined).length
  const coded = described.filter(({ missing }) => missing !== undefined).length
  const facts = [
    ...(labelled > 0 ? [`${columnsText(labelled)} labels for values`] : []),
    ...(coded > 0 ? [`${columnsText(coded)} codes that mean missing`] : []),
  ]
  const weight = dictionary?.weight
  return {
    dialect: sheet === undefined ? names[format] : `${names[format]}, sheet "${sheet}"`,
    notes: [
      ...(facts.length > 0 ? [`${facts.join('; ')}.`] : []),
      ...(weight === undefined ? [] : [`The file declares ${weight} as its weights.`]),
      ...file.notes,
      ...(coded > 0 ? ['Missing values of masked columns are released as one kind.'] : []),
      `The released file will be ${out}.${facts.length > 0 ? ' It keeps only the labels and codes that its records still use.' : ''}`,
    ],
  }
}

const columnsText = (count: number): string => (count === 1 ? '1 column has' : `${count} columns have`)
