import { SdcError, type Dataset } from '@sdc/core'
import { firstShared, sharedKey } from '@sdc/engine'
import { lineOfRecord } from '@sdc/files'
import type { InputFile } from '@sdc/inspect'

/** One of the files whose records a link column identifies. */
export interface KeyedFile {
  readonly data: Dataset
  /** Its name in a message: `the original`. */
  readonly which: string
  /** The file with its bytes; with it, the error has the line. */
  readonly file?: InputFile | undefined
  readonly header?: boolean | undefined
}

/**
 * Refuses a file in which two records share a link value: one of them would be measured against another's record.
 *
 * @param keyed - The file.
 * @param key - The column; the matching refuses one that the file does not have.
 * @throws WRONG_INPUT with both records, the file and the line of the second.
 */
export function checkUniqueKey({ data, which, file, header }: KeyedFile, key: string): void {
  const shared = data.names.includes(key) ? firstShared(data.column(key)) : undefined
  if (!shared) return
  const { first, second } = shared
  const { code, message, place, fix } = sharedKey(key, shared, `records ${first + 1} and ${second + 1} of ${which}`)
  const line = file && lineOfRecord(file.content, second, { header, file: file.name })
  throw new SdcError(code, message, { ...place, file: file?.name, line }, fix)
}
