import { SdcError } from '@sdc/core'
import { parseFileSchema, type FileSchema } from '@sdc/engine'
import { textOf, type InputFile } from './input-file.js'

/** A variable of a metafile. */
interface Variable {
  readonly name: string
  readonly line: number
  /** First character, from 1; undefined in a file with separators. */
  readonly start: number | undefined
  readonly length: number
  readonly missing: readonly string[]
  readonly words: Set<string>
}

/** Returns true if the name of a file is that of a µ-Argus metafile. */
export function isArgusMetadata({ name }: Pick<InputFile, 'name'>): boolean {
  return /\.rda$/i.test(name)
}

/**
 * Reads the metafile of µ-Argus (.rda): `NAME start length missing missing` for each variable of a file of fixed width,
 * or `NAME length missing` below `<SEPARATOR> ","`, and keywords such as `<NUMERIC>`, `<RECODEABLE>`, `<WEIGHT>` and
 * `<HOUSE_ID>` below a variable. Characters between two variables become separate columns.
 *
 * @param file - The metafile.
 * @returns Widths, names and columns as a schema.
 * @throws BAD_PLAN with the line if the file is not a metafile or variables overlap.
 */
export function readArgusMetadata(file: InputFile): FileSchema {
  const variables: Variable[] = []
  let separator: string | undefined
  for (const [i, text] of textOf(file)
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\n|\r/)
    .entries()) {
    const [word, ...rest] = text.match(/"[^"]*"|\S+/g) ?? []
    if (word === undefined) continue
    if (!word.startsWith('<')) variables.push(variableOf(file, i + 1, word, rest.map(bare), separator !== undefined))
    else if (/^<separator>$/i.test(word)) separator = bare(rest[0] ?? '')
    else variables.at(-1)?.words.add(word.toUpperCase())
  }
  if (variables.length === 0) throw bad(file, 1, 'names no variables')
  const fixed = separator === undefined ? fixedColumns(file, variables) : undefined
  const columns = Object.fromEntries(variables.map((one) => [one.name, columnOf(one)]))
  const names = fixed?.map(({ name }) => name) ?? variables.map(({ name }) => name)
  return parseFileSchema({ ...(fixed ? { widths: fixed.map(({ width }) => width) } : { separator }), names, columns })
}

function variableOf(
  file: InputFile,
  line: number,
  name: string,
  cells: readonly string[],
  hasSeparator: boolean,
): Variable {
  const count = hasSeparator ? 1 : 2
  const numbers = cells.slice(0, count).map(Number)
  if (numbers.length < count || !numbers.every((number) => Number.isInteger(number) && number > 0))
    throw bad(file, line, `is not "NAME ${hasSeparator ? '' : 'start '}length" of a variable`)
  const [start, length] = hasSeparator ? [undefined, numbers[0]] : numbers
  return { name: bare(name), line, start, length, missing: cells.slice(count), words: new Set() }
}

function fixedColumns(
  file: InputFile,
  variables: readonly Variable[],
): { readonly name: string; readonly width: number }[] {
  const columns: { name: string; width: number }[] = []
  let next = 1
  for (const { name, line, start = 1, length } of [...variables].sort((a, b) => (a.start ?? 0) - (b.start ?? 0))) {
    if (start < next) throw bad(file, line, `begins variable "${name}" within the one before it`)
    if (start > next) columns.push({ name: `letters ${next}-${start - 1}`, width: start - next })
    columns.push({ name, width: length })
    next = start + length
  }
  return columns
}

function columnOf({ missing, words }: Variable): object {
  const role = words.has('<WEIGHT>') ? 'weight' : words.has('<HOUSE_ID>') ? 'household' : undefined
  const kind = words.has('<NUMERIC>') ? 'numeric' : words.has('<RECODEABLE>') ? 'categorical' : undefined
  return { ...(role && { role }), ...(kind && { kind }), ...(missing.length > 0 && { missing: ['', ...missing] }) }
}

function bare(text: string): string {
  return text.replace(/^"(.*)"$/, '$1')
}

function bad({ name }: InputFile, line: number, what: string): SdcError {
  const fix = 'A line has the name of a variable, its first letter, its length, and the texts that mean missing.'
  return new SdcError('BAD_PLAN', `${name}, line ${line}: the metafile ${what}`, { file: name, line }, fix)
}
