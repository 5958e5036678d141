import { SdcError } from '@sdc/core'

const fix = 'Open it in its program, and save it again as an Excel workbook (.xlsx).'

/** Returns the error about a workbook that cannot be read. */
export function broken(what: string, file: string | undefined): SdcError {
  return new SdcError('FILE', `${file ?? 'the file'} ${what}`, { file }, fix)
}
