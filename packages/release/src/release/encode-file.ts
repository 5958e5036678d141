import type { Dataset } from '@sdc/core'
import { tableContent, type DescribedFile, type StatOptions, type WrittenStat } from '@sdc/files/formats'

/** Writes a masked file in a format; its losses become warnings. */
export type EncodeFile = (
  source: DescribedFile,
  data: Dataset,
  origin: Int32Array | undefined,
  options: StatOptions,
) => WrittenStat | Promise<WrittenStat>

/** Writes a masked file as text, in the dialect of its source. */
export const encodeText: EncodeFile = (source, data, origin) =>
  tableContent({ format: 'csv', compressed: false }, source, data, origin)
