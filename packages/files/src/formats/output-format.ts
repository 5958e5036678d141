import { listed, option, SdcError } from '@sdc/core'
import type { FormatId } from './formats.js'

/** Format that can be written. */
export type WrittenFormat = Exclude<FormatId, 'sas7bdat' | 'sas7bcat' | 'por'>

/** Format of an output file. */
export interface OutputFormat {
  readonly format: WrittenFormat
  /** Separator implied by the name: a tab for `.tsv`. */
  readonly separator?: string | undefined
  /** True for text with separators, also if its input has columns of fixed width. */
  readonly hasSeparators?: boolean | undefined
  /** True for text that is compressed by gzip. */
  readonly compressed: boolean
}

/** Values of the option that names a format. */
export const writtenFormats = ['csv', 'tsv', 'parquet', 'sav', 'zsav', 'dta', 'xpt', 'xlsx'] as const

/** Formats by the endings of names. Text without an ending of its own keeps the separator of its input. */
const endings: ReadonlyMap<string, (typeof writtenFormats)[number]> = new Map([
  ...writtenFormats.map((format) => [format, format] as const),
  ['tab', 'tsv'],
  ['txt', 'csv'],
  ['dat', 'csv'],
  ['asc', 'csv'],
  ['', 'csv'],
  ['pq', 'parquet'],
])

/** Formats that are read only, or not at all: their names, and formats to write instead. */
const notWritten: ReadonlyMap<string, readonly [what: string, instead: string]> = new Map([
  ['sas7bdat', ['SAS files (.sas7bdat)', '.xpt, which SAS reads']],
  ['sas7bcat', ['SAS catalogs', '.xpt, or .sav with the labels']],
  ['por', ['SPSS portable files (.por)', '.sav']],
  ['xls', ['Excel workbooks of before 2007 (.xls)', '.xlsx']],
  ['ods', ['OpenDocument files (.ods)', '.xlsx']],
  ['rds', ['R objects (.rds)', '.sav, .dta or .csv, which R reads']],
  ['rdata', ['R workspaces (.RData)', '.sav, .dta or .csv, which R reads']],
  ['rda', ['R workspaces (.rda)', '.sav, .dta or .csv, which R reads']],
  ['feather', ['Arrow files (.feather)', '.parquet']],
  ['arrow', ['Arrow files (.arrow)', '.parquet']],
  ['sqlite', ['SQLite databases', '.csv or .parquet']],
  ['db', ['databases', '.csv or .parquet']],
  ['bz2', ['files compressed by bzip2', '.csv.gz']],
  ['xz', ['files compressed by xz', '.csv.gz']],
  ['zst', ['files compressed by Zstandard', '.csv.gz']],
  ['zip', ['ZIP files', '.csv.gz']],
])

/**
 * Finds the format of an output file by its name.
 *
 * @param name - Its name or path; undefined or `-` for the standard output, which is text.
 * @param asked - One of `writtenFormats`, which overrides the name.
 * @returns The format.
 * @throws BAD_OPTION if the name implies a format that cannot be written, or none
 */
export function formatOfName(name: string | undefined, asked?: string): OutputFormat {
  const [, plain, gz] = /^(.*?)(\.gz)?$/is.exec(fileName(name)) ?? ['', '', undefined]
  const compressed = gz !== undefined
  const ending = /[^.]\.([^.]*)$/.exec(plain)?.[1].toLowerCase() ?? ''
  const found = writtenFormats.find((format) => format === asked) ?? endings.get(ending)
  if (asked !== undefined && found !== asked) throw unknownFormat(asked)
  if (found === undefined) throw notWrittenError(name ?? '', ending)
  const format = found === 'tsv' ? 'csv' : found
  if (compressed && format !== 'csv') throw onlyText(name ?? '', found)
  const isNamed = asked !== undefined || /^(?:csv|tsv|tab)$/.test(ending)
  const separated = format === 'csv' && isNamed ? { hasSeparators: true } : {}
  return { format, separator: found === 'tsv' ? '\t' : undefined, ...separated, compressed }
}

const fileName = (path: string | undefined): string => (path === undefined ? '' : (path.split(/[\\/]/).at(-1) ?? ''))

function unknownFormat(asked: string): SdcError {
  const message = `there is no format "${asked}" to write`
  return new SdcError('BAD_OPTION', message, {}, `Choose one of ${listed(writtenFormats)}.`)
}

function notWrittenError(name: string, ending: string): SdcError {
  const [what, instead] = notWritten.get(ending) ?? []
  if (what !== undefined) {
    const message = `${name} cannot be written: sdc does not write ${what}`
    return new SdcError('BAD_OPTION', message, { file: name }, `End the name in ${instead}.`)
  }
  const message = `${name} cannot be written: .${ending} is not a format that sdc knows`
  const fix = `End the name in .${writtenFormats.join(', .')}, or add ${option('format', 'csv')}.`
  return new SdcError('BAD_OPTION', message, { file: name }, fix)
}

function onlyText(name: string, format: string): SdcError {
  const message = `${name} cannot be written: only text is compressed by gzip`
  return new SdcError('BAD_OPTION', message, { file: name }, `End the name in .${format}, or in .csv.gz.`)
}
