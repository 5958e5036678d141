import { isHierarchyRule, parseHierarchyRule } from '@sdc/toolkit/internal'
import type { FileAccess } from './file-access.js'
import type { InputFile } from './input-file.js'

/**
 * Reads the TEXT of `--hierarchy column=TEXT`: a rule such as `prefix:3,2,1`, or a file. A text in the form of a rule
 * is read as a file if that file exists.
 *
 * @param files - Access to the files.
 * @param column - The column, for errors.
 * @param text - The text.
 * @returns The rule as a text, or the file.
 * @throws BAD_HIERARCHY for a wrong rule, FILE if the file cannot be read.
 */
export async function readHierarchyText(
  { isFile, read }: Pick<FileAccess, 'isFile' | 'read'>,
  column: string,
  text: string,
): Promise<string | InputFile> {
  if (!isHierarchyRule(text) || (await isFile(text))) return read(text)
  parseHierarchyRule(text, { column })
  return text
}
