import { type CsvFile, gzipped, withSeparator } from '@sdc/files'
import { type Content } from '@sdc/inspect'
import { SdcError } from '@sdc/core'
import type { FileForm } from './file-forms.js'
import { namesParquet } from './format-of-file.js'

const TABS = /\.(?:tsv|tab)(?:\.gz)?$/i
const PACKED = /\.gz$/i

/**
 * Refuses an output whose name says a format that is not written: CSV from Parquet, Parquet where a file is masked in
 * memory, and tab-separated or compressed files out of core.
 *
 * @param out - Name of the output.
 * @param input - Name of the input.
 * @param format - Format of the input out of core; undefined in memory, where it is CSV.
 * @throws BAD_OPTION
 */
export function checkOutputForm(out: string | undefined, input: string, format?: FileForm): void {
  if (out === undefined || out === '-') return
  const toParquet = namesParquet(out)
  if (format === 'parquet' && !toParquet) throw refused(out, 'Parquet', '.parquet', input)
  if (format === undefined && toParquet) throw refused(out, 'CSV', '.csv', input)
  if (TABS.test(out) && !TABS.test(input) && format !== undefined)
    throw refused(out, 'CSV with the separator of the input, out of core', '.csv', input)
  if (PACKED.test(out) && format !== undefined) throw refused(out, 'uncompressed out of core', '.csv', input)
}

/** Returns a file to be written as the name of the output says: separated by tabs if it ends in .tsv or .tab. */
export function separatedFor(out: string | undefined, file: CsvFile): CsvFile {
  return out !== undefined && TABS.test(out) ? withSeparator(file, '\t') : file
}

/** Content as the name of its file says: compressed if it ends in .gz. */
export function packed(content: Content, name: string): Content {
  return PACKED.test(name) ? gzipped(content) : content
}

function refused(out: string, form: string, ending: string, input: string): SdcError {
  const message = `${out} cannot be written: the output has the form of ${input}, ${form}`
  return new SdcError('BAD_OPTION', message, { file: out }, `Name it ${ending}, or convert the input first.`)
}
