import { listed, option, SdcError, type Dataset } from '@sdc/core'
import { formatOfName, gzipped, type OutputFormat } from '@sdc/files'
import { type DescribedFile, tableContent } from '@sdc/files/formats'
import type { EncodeFile } from '../../release/encode-file.js'
import type { FileForm } from './file-forms.js'

/** Request for the file of a run. */
export interface OutputRequest {
  /** Name of the file; undefined for the standard output. */
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
  const written: (...of: [OutputFormat, ...Parameters<EncodeFile>]) => ReturnType<EncodeFile> = async (
    of,
    source,
    data,
    ...more
  ) => {
    if (of.format !== 'parquet') return tableContent(of, source, data, ...more)
    const { parquetBytes } = await import('../parquet-bytes.js')
    return { content: await parquetBytes(data, new Map([...timeTypes(source), ...(types ?? [])])), losses: [] }
  }
  return async (source, data, origin, options) => {
    const { content, losses: own } = await written(form, source, data, origin, options)
    const losses = [...own, ...lostLabels(form, source, data)]
    if (strict === true && losses.length > 0) throw lossy(form, out, losses)
    return { content: form.compressed ? gzipped(content) : content, losses }
  }
}

/** Labels of a file that text and Parquet do not hold. Those of a schema are not lost: its file has them. */
function lostLabels({ format }: OutputFormat, source: DescribedFile, { names }: Dataset): string[] {
  const isText = format === 'csv'
  const hasOwn = 'format' in source && source.format !== 'csv' && source.format !== 'parquet'
  if (!hasOwn || (!isText && format !== 'parquet')) return []
  const described = names.filter((name) => {
    const { label, labels } = source.dictionary?.columns.get(name) ?? {}
    return label !== undefined || labels !== undefined
  })
  if (described.length === 0) return []
  const what = isText ? 'Text files hold no labels' : 'Parquet files hold no labels and no kinds of missing values'
  return [`${what}: those of ${listed(described, 5)} are not written. A schema holds them (sdc inspect --write).`]
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
 * Refuses an output that is not written out of core: another format than that of the input, tabs instead of another
 * separator, and compressed files.
 *
 * @param out - The output.
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
