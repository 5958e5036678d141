import type { Dataset } from '@sdc/core'
import type { CsvFile } from './csv-file.js'
import { csvChunks } from './write-csv.js'

/**
 * What `writeCsv` writes, as the bytes of a file in UTF-8. One string holds 512 MB at most, and a masked file is longer
 * than its original, since its numbers have more digits: so it is given in pieces.
 * @param source - The file that the data came from, in whose way they are written.
 * @param data - The records to write.
 * @param origin - The source's record of each of them; the same ones in their order where not given.
 * @returns The pieces, in their order.
 * @throws LENGTH_MISMATCH and NOT_NUMERIC, as `writeCsv`.
 */
export function csvBytes(source: CsvFile | undefined, data: Dataset, origin?: Int32Array): Uint8Array[] {
  const encoder = new TextEncoder()
  return Array.from(csvChunks(source, data, origin), (text) => encoder.encode(text))
}
