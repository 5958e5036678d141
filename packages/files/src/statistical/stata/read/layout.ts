import { SdcError } from '@sdc/core'
import type { Decoder } from '../../../encodings/decoder.js'
import type { ByteReader } from '../../bytes/byte-reader.js'
import type { Labels } from './label-sets.js'
import type { LongTexts } from './long-texts.js'
import type { Field } from '../storage.js'

/** Column in the header of a file. */
export interface DtaColumn {
  readonly name: string
  readonly field: Field
  readonly format: string
  readonly labelSet: string
  readonly label: string
}

/** All parts of a file except its cells. */
export interface DtaLayout {
  readonly release: number
  readonly rows: number
  readonly fileLabel: string
  readonly columns: readonly DtaColumn[]
  readonly decoder: Decoder
  /** Position of the first record. */
  readonly dataAt: number
  /** Bytes of a record. */
  readonly stride: number
  readonly labelSets: ReadonlyMap<string, Labels>
  /** Texts of any length, which cells refer to; no release before 117 has such cells. */
  readonly longTexts: LongTexts
  /** True if the file ends with value labels in an unsupported form. */
  readonly hasOtherLabels: boolean
}

/**
 * Skips the records of a file.
 *
 * @param reader - Reader at the first record; moves past the last.
 * @param rows - Number of records that the file declares.
 * @param fields - Cells of a record.
 * @returns Position of the first record, and bytes of a record.
 * @throws FILE if the records exceed the file
 */
export function skipRecords(
  reader: ByteReader,
  rows: number,
  fields: readonly Field[],
): Pick<DtaLayout, 'dataAt' | 'stride'> {
  const dataAt = reader.at
  const stride = fields.reduce((sum, { width }) => sum + width, 0)
  if (stride === 0 && rows > 0) throw reader.broken(`it declares ${rows} records of no columns`)
  reader.checkLeft(rows, stride, 'records')
  reader.skip(rows * stride)
  return { dataAt, stride }
}

/**
 * Returns the error for a release that cannot be read.
 *
 * @param release - The release.
 * @param file - Name of the file.
 * @returns FILE, to be thrown.
 */
export function otherRelease(release: number, file: string | undefined): SdcError {
  const message = `${file ?? 'the file'} is not a Stata file of release 105, 108, 110 to 115, or 117 to 119, but of ${release}`
  return new SdcError('FILE', message, { file }, 'In Stata, save it with: saveold FILE, version(14)')
}
