import { SdcError } from '@sdc/core'
import { readRows } from '@sdc/files'
import { textOf, type InputFile } from '../files/input-file.js'
import { keyValue } from './settings.js'

/**
 * Replaces `name=@FILE` settings by `name=` with the content of the file as JSON. A file that begins with a bracket or
 * a brace is JSON. Any other file is a table whose rows, including the first, become lists of texts.
 *
 * @param pairs - Settings `name=value`.
 * @param open - Reads a file.
 * @returns The settings without files.
 * @throws BAD_OPTION for invalid JSON, FILE, and the errors of reading a table.
 */
export async function fileSettings(
  pairs: readonly string[],
  open: (path: string) => Promise<InputFile>,
): Promise<string[]> {
  const settled: string[] = []
  for (const pair of pairs) {
    const [name, value] = keyValue(pair)
    settled.push(value.startsWith('@') ? `${name}=${contentOf(await open(value.slice(1)), name)}` : pair)
  }
  return settled
}

function contentOf(file: InputFile, parameter: string): string {
  const text = textOf(file).trim()
  if (!/^[[{]/.test(text)) return JSON.stringify(readRows(file.content, { file: file.name, encoding: file.encoding }))
  try {
    return JSON.stringify(JSON.parse(text))
  } catch (error) {
    const message = `${file.name}, the value of ${parameter}, begins as JSON and is none: ${String((error as Error).message)}`
    throw new SdcError('BAD_OPTION', message, { file: file.name, parameter }, 'Correct it, or write a table (CSV).')
  }
}
