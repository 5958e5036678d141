import { formatOfName } from '@sdc/files'
import { tableContent } from '@sdc/files/formats'
import type { EncodeFile } from '@sdc/release'

/** Returns what writes a file in the format of its name. */
export function encodeAs(name: string): EncodeFile {
  const output = formatOfName(name)
  return (source, data, origin, options) => tableContent(output, source, data, origin, options)
}
