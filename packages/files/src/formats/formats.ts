/** Format of a file with a table. Text with any separator or encoding, also compressed by gzip, is `csv`. */
export type FormatId = 'csv' | 'parquet' | 'sav' | 'zsav' | 'dta' | 'sas7bdat' | 'sas7bcat' | 'xpt' | 'por' | 'xlsx'

/** Format of a file, in words. */
export interface FoundFormat {
  /** Undefined for a format that cannot be read. */
  readonly id: FormatId | undefined
  /** Noun with its article: `an SPSS file (.sav)`. */
  readonly what: string
  /** Advice to convert a file that cannot be read. */
  readonly fix?: string | undefined
}

/** Number of first bytes that identify every format. */
export const FORMAT_HEAD = 600

const inR = (read: string): string => `In R: write.csv(${read}, "FILE.csv", row.names = FALSE, na = "").`
const asXlsx = 'Open it in its program, and save it as .xlsx, or as CSV in UTF-8.'

/** Formats by their first bytes, as letters, at a position. */
const beginnings: readonly (readonly [at: number, begins: string, found: FoundFormat])[] = [
  [0, 'PAR1', { id: 'parquet', what: 'a Parquet file' }],
  [0, '$FL2', { id: 'sav', what: 'an SPSS file (.sav)' }],
  [0, '$FL3', { id: 'zsav', what: 'a compressed SPSS file (.zsav)' }],
  [0, '<stata_dta>', { id: 'dta', what: 'a Stata file (.dta)' }],
  [84, 'SAS FILE', { id: 'sas7bdat', what: 'a SAS file (.sas7bdat)' }],
  [0, 'HEADER RECORD*******', { id: 'xpt', what: 'a SAS transport file (.xpt)' }],
  [
    30,
    'mimetypeapplication/vnd.oasis.opendocument',
    { id: undefined, what: 'an OpenDocument file (.ods)', fix: asXlsx },
  ],
  [0, 'PK\x03\x04', { id: 'xlsx', what: 'an Excel workbook (.xlsx), or another ZIP file' }],
  [
    0,
    '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1',
    {
      id: undefined,
      what: 'an Excel workbook of before 2007 (.xls), or one with a password',
      fix: 'Open it in Excel, and save it as .xlsx without a password, or as CSV in UTF-8.',
    },
  ],
  [0, 'BZh', { id: undefined, what: 'compressed by bzip2', fix: 'Decompress it first: bunzip2 -k FILE.' }],
  [0, '\xfd7zXZ\0', { id: undefined, what: 'compressed by xz', fix: 'Decompress it first: unxz -k FILE.' }],
  [0, '\x28\xb5\x2f\xfd', { id: undefined, what: 'compressed by Zstandard', fix: 'Decompress it first: unzstd FILE.' }],
  [0, 'RDX', { id: undefined, what: 'an R workspace (.RData)', fix: `Load it. ${inR('data')}` }],
  [0, 'X\n\0\0', { id: undefined, what: 'an R object (.rds)', fix: inR('readRDS("FILE")') }],
  [
    0,
    'ARROW1',
    {
      id: undefined,
      what: 'an Arrow (Feather) file',
      fix: 'In Python: pandas.read_feather("FILE").to_parquet("FILE.parquet").',
    },
  ],
  [
    0,
    'SQLite format 3',
    {
      id: undefined,
      what: 'an SQLite database',
      fix: 'Export the table: sqlite3 -header -csv FILE "select * from TABLE" > FILE.csv.',
    },
  ],
  [0, '%PDF-', { id: undefined, what: 'a PDF document', fix: 'Ask for the table as CSV.' }],
]

/**
 * Finds the format of a file that is not text by its first bytes.
 *
 * @param head - The first `FORMAT_HEAD` bytes, or more.
 * @returns The format in words; undefined for text, also in UTF-16 or compressed by gzip.
 */
export function foundFormat(head: Uint8Array): FoundFormat | undefined {
  const found = beginnings.find(([at, begins]) => beginsAt(head, at, begins))?.[2]
  if (found?.id === 'sas7bdat' && beginsAt(head, 156, 'CATALOG'))
    return {
      id: 'sas7bcat',
      what: 'a SAS catalog of labels (.sas7bcat)',
      fix: 'It has no records: open the .sas7bdat file next to it.',
    }
  if (found !== undefined) return found
  if (isOldStata(head)) return { id: 'dta', what: 'a Stata file (.dta)' }
  return isPortable(head) ? { id: 'por', what: 'an SPSS portable file (.por)' } : undefined
}

/**
 * Finds the format of a file by its first bytes, independently of its name.
 *
 * @param head - The first `FORMAT_HEAD` bytes, or more.
 * @returns The format, `csv` for every text; undefined for a format that cannot be read.
 */
export function formatOf(head: Uint8Array): FormatId | undefined {
  const found = foundFormat(head)
  return found === undefined ? 'csv' : found.id
}

/** Releases of Stata before 117: number of the release, order of the bytes, 1, 0. */
function isOldStata(head: Uint8Array): boolean {
  const [release, order, one, zero] = head
  return release >= 102 && release <= 115 && (order === 1 || order === 2) && one === 1 && zero === 0
}

/** A portable file has five lines of titles and one of letters, broken after every 80 letters, before its mark. */
function isPortable(head: Uint8Array): boolean {
  const letters = String.fromCharCode(...head.subarray(0, FORMAT_HEAD)).replaceAll(/[\r\n]/g, '')
  return letters.startsWith('SPSSPORT', 456)
}

function beginsAt(head: Uint8Array, at: number, begins: string): boolean {
  if (head.length < at + begins.length) return false
  for (let i = 0; i < begins.length; i++) if (head[at + i] !== begins.charCodeAt(i)) return false
  return true
}
