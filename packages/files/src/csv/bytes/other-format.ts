import { SdcError } from '@sdc/core'

/** So many bytes are looked at where no mark says how a file is written. */
const LOOKED_AT = 64

const asCsv = 'Open it in its program, and save it as CSV in UTF-8.'

/** Formats that begin with bytes of their own: at a place, these bytes as letters; a name, and what to do. */
const formats: readonly (readonly [at: number, begins: string, what: string, fix: string])[] = [
  [0, 'PK\x03\x04', 'an Excel or OpenDocument workbook, or another ZIP file', asCsv],
  [0, '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'an Excel workbook of before 2007', asCsv],
  [0, '\x1f\x8b', 'compressed by gzip', 'Decompress it first: gunzip -k FILE, or zcat FILE | sdc … -.'],
  [0, 'BZh', 'compressed by bzip2', 'Decompress it first: bunzip2 -k FILE.'],
  [0, '\xfd7zXZ\0', 'compressed by xz', 'Decompress it first: unxz -k FILE.'],
  [0, '\x28\xb5\x2f\xfd', 'compressed by Zstandard', 'Decompress it first: unzstd FILE.'],
  [
    0,
    '$FL2',
    'an SPSS file (.sav)',
    'In R: write.csv(haven::read_sav("FILE"), "FILE.csv", row.names = FALSE, na = "").',
  ],
  [
    0,
    '$FL3',
    'an SPSS file (.zsav)',
    'In R: write.csv(haven::read_sav("FILE"), "FILE.csv", row.names = FALSE, na = "").',
  ],
  [0, '<stata_dta>', 'a Stata file (.dta)', 'In Stata: export delimited using "FILE.csv", nolabel.'],
  [84, 'SAS FILE', 'a SAS file (.sas7bdat)', 'In SAS: proc export data=FILE outfile="FILE.csv" dbms=csv.'],
  [
    0,
    'HEADER RECORD*******',
    'a SAS transport file (.xpt)',
    'In R: write.csv(haven::read_xpt("FILE"), "FILE.csv", row.names = FALSE, na = "").',
  ],
  [0, 'RDX', 'an R workspace (.RData)', 'In R: load it, then write.csv(data, "FILE.csv", row.names = FALSE, na = "").'],
  [
    0,
    'PAR1',
    'a Parquet file',
    'Commands such as sdc mask, sdc measure and sdc inspect read it if its name ends in .parquet; other ' +
      'commands take CSV.',
  ],
  [0, 'ARROW1', 'an Arrow (Feather) file', 'In Python: pandas.read_feather("FILE").to_parquet("FILE.parquet").'],
  [
    0,
    'SQLite format 3',
    'an SQLite database',
    'Export the table: sqlite3 -header -csv FILE "select * from TABLE" > FILE.csv.',
  ],
  [0, '%PDF-', 'a PDF document', 'Ask for the table as CSV.'],
]

/** Releases of Stata before 117: number of the release, order of the bytes, 1, 0. */
const oldStata = (head: Uint8Array): boolean =>
  head.length > 3 &&
  head[0] >= 102 &&
  head[0] <= 115 &&
  (head[1] === 1 || head[1] === 2) &&
  head[2] === 1 &&
  head[3] === 0

/**
 * Refuses what is no text in UTF-8 but another format, which its first bytes name: a workbook, a file of another statistical
 * program, a compressed one; and UTF-16: what begins with its byte order mark, or has a NUL in every second byte of its
 * beginning, as names and numbers have.
 *
 * @param head - The first bytes.
 * @param file - The name of the file.
 * @throws FILE with the format and how to convert it.
 */
export function refuseOtherFormat(head: Uint8Array, file: string | undefined): void {
  const name = file ?? 'the file'
  const found = formats.find(([at, begins]) => beginsAt(head, at, begins)) ?? (oldStata(head) ? stata : undefined)
  if (found !== undefined) {
    const [, , what, fix] = found
    throw new SdcError('FILE', `${name} is ${what}, not CSV`, { file }, fix)
  }
  const [first, second] = head
  const isMarked = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)
  if (!isMarked && !hasNulsIn(head, 0) && !hasNulsIn(head, 1)) return
  const message = `${name} is in UTF-16, not in UTF-8`
  const fix = 'Save it in UTF-8 (a spreadsheet calls it "CSV UTF-8"), or convert it: iconv -f UTF-16 -t UTF-8.'
  throw new SdcError('FILE', message, { file, line: 1 }, fix)
}

const stata = formats.find(([, begins]) => begins === '<stata_dta>')

function beginsAt(head: Uint8Array, at: number, begins: string): boolean {
  if (head.length < at + begins.length) return false
  for (let i = 0; i < begins.length; i++) if (head[at + i] !== begins.charCodeAt(i)) return false
  return true
}

/** Whether each byte at even (0) or odd (1) places is NUL, and none of the others. */
function hasNulsIn(head: Uint8Array, parity: 0 | 1): boolean {
  const looked = head.subarray(0, LOOKED_AT)
  return looked.length >= 4 && looked.every((byte, i) => (byte === 0) === (i % 2 === parity))
}
