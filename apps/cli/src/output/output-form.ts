import { gzipSync } from 'node:zlib'
import { SdcError } from '@sdc/core'
import type { Content } from '@sdc/workflow/records'

const PARQUET = /\.parquet$/i
const TABS = /\.(?:tsv|tab)(?:\.gz)?$/i
const PACKED = /\.gz$/i

/**
 * Refuses an output whose name says a form that is not written: a masked file has the form of its input.
 *
 * @param out - Name of the output.
 * @param input - Name of the input.
 * @param format - Form of the input out of core; undefined in memory, where it is CSV.
 * @throws BAD_OPTION
 */
export function checkOutputForm(out: string | undefined, input: string, format?: 'csv' | 'parquet'): void {
  if (out === undefined || out === '-') return
  const isParquet = format === 'parquet'
  if (PARQUET.test(out) !== isParquet)
    throw refused(out, isParquet ? 'Parquet' : 'CSV', isParquet ? '.parquet' : '.csv', input)
  if (TABS.test(out) && !TABS.test(input)) throw refused(out, 'CSV with the separator of the input', '.csv', input)
  if (PACKED.test(out) && format !== undefined) throw refused(out, 'uncompressed out of core', '.csv', input)
}

/** Content as the name of its file says: compressed if it ends in .gz. */
export function packed(content: Content, name: string): Content {
  if (!PACKED.test(name)) return content
  const pieces = typeof content === 'string' || content instanceof Uint8Array ? [content] : content
  return {
    *[Symbol.iterator]() {
      for (const piece of pieces) yield gzipSync(piece)
    },
  }
}

function refused(out: string, form: string, ending: string, input: string): SdcError {
  const message = `${out} cannot be written: the output has the form of ${input}, ${form}`
  return new SdcError('BAD_OPTION', message, { file: out }, `Name it ${ending}, or convert the input first.`)
}
