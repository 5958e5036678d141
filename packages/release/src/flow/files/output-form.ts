import { option, SdcError } from '@sdc/core'
import { formatOfName, gzipped, type OutputFormat } from '@sdc/files'
import { type DescribedFile, tableContent } from '@sdc/files/statistical'
import type { EncodeFile } from '../../release/encode-file.js'
import type { FileForm } from './file-forms.js'

/** What is asked of the file of a run. */
export interface OutputRequest {
  /** Its name; undefined for the standard output. */
  readonly out?: string | undefined
  /** One of `writtenFormats`, in place of the format of the name. */
  readonly format?: string | undefined
  /** True to refuse a format that cannot hold all labels and kinds of missing values. */
  readonly strict?: boolean | undefined
}

/**
 * Returns what writes a table in the format that the name of the output says.
 *
 * @param request - The output.
 * @param types - Types of the columns of a Parquet file that was read.
 * @returns The writer.
 * @throws BAD_OPTION if the format cannot be written.
 */
export function encoderOf({ out, format, strict }: OutputRequest, types?: ReadonlyMap<string, string>): EncodeFile {
  const form = formatOfName(out, format)
  return async (source, data, origin, options) => {
    if (form.format === 'parquet') {
      const { parquetBytes } = await import('../parquet-bytes.js')
      return { content: await parquetBytes(data, new Map([...timeTypes(source), ...(types ?? [])])), losses: [] }
    }
    const written = tableContent(form, source, data, origin, options)
    if (strict === true && written.losses.length > 0) throw lossy(form, out, written.losses)
    return form.compressed ? { ...written, content: gzipped(written.content) } : written
  }
}

/** Types that columns of dates and times have in Parquet. */
function* timeTypes({ dictionary }: DescribedFile): Generator<[string, string]> {
  const types = { date: 'DATE', datetime: 'TIMESTAMP', time: 'TIME' }
  for (const [name, { time }] of dictionary?.columns ?? []) if (time !== undefined) yield [name, types[time]]
}

function lossy({ format }: OutputFormat, out: string | undefined, losses: readonly string[]): SdcError {
  const name = out ?? `.${format}`
  const message = `${name} cannot hold everything: ${losses.join('; ')}`
  const fix = `Write another format (${option('format', 'sav')}), or leave out ${option('strict')}.`
  return new SdcError('BAD_OPTION', message, { file: name }, fix)
}

/**
 * Refuses an output that is not written out of core: another format than the input has, tabs from another separator, and
 * compressed files.
 *
 * @param request - The output.
 * @param input - Name of the input.
 * @param form - Format of the input.
 * @throws BAD_OPTION
 */
export function checkOutOfCoreOutput({ out, format: asked }: OutputRequest, input: string, form: FileForm): void {
  if (out === undefined || out === '-') return
  const { format, separator, compressed } = formatOfName(out, asked)
  const named = formatOfName(out)
  if (asked !== undefined && (named.format !== format || named.separator !== separator))
    throw refused(out, `the format that its name says, not ${asked}`, `.${asked}`)
  if (format !== 'csv' && format !== 'parquet') throw refused(out, 'CSV or Parquet', `.${form}`)
  if (form === 'parquet' && format === 'csv') throw refused(out, 'Parquet, as the input', '.parquet')
  if (separator !== undefined && !/\.(?:tsv|tab)$/i.test(input))
    throw refused(out, 'text with the separator of the input', '.csv')
  if (compressed) throw refused(out, 'uncompressed', '.csv')
}

function refused(out: string, form: string, ending: string): SdcError {
  const message = `${out} cannot be written: a file processed out of core is ${form}`
  return new SdcError('BAD_OPTION', message, { file: out }, `Name it ${ending}, or allow enough --memory for the file.`)
}
