import { formatOfName } from '@sdc/files'
import { tableContent } from '@sdc/files/formats'
import type { EncodeFile } from '@sdc/release'

/** Returns the writer for the format of a file name. */
export function encodeAs(name: string): EncodeFile {
  const output = formatOfName(name)
  return (source, data, origin, options) => tableContent(output, source, data, origin, options)
}
