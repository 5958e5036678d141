import { SdcError, type Taxonomy } from '@sdc/core'
import { readRows } from '@sdc/files'
import { textOf, type InputFile } from './input-file.js'

type Named = Pick<InputFile, 'name'>

/** A level with its parent (null at the top) and its line in the file. */
type Step = readonly [level: string, above: string | null, line: number]

const forms =
  'A hierarchy file has lines value;class;class of the class, or the header code,parent, or a line a level with an @ more for each step down.'

/**
 * Reads the parent of each level of a dimension. The file has one of three forms, which is detected:
 *
 * - lines `value;class;class of the class;…` without a header; a class with the name of the one below is the same
 *   level;
 * - lines `code,parent` below exactly this header; the parent of a level at the top is empty;
 * - one line for each level, in the order of the tree, with one more `@` in front for each step down.
 *
 * @param file - The file.
 * @returns The parent of each level, null at the top.
 * @throws BAD_HIERARCHY with the line for a cycle, two parents or an unknown parent; EMPTY_FILE, RAGGED_ROW.
 */
export function readLevelHierarchy(file: InputFile): Taxonomy {
  return folded(stepsOf(file), file)
}

/**
 * Returns the parent of each level from the rows of a schema.
 *
 * @param rows - Rows `value;class;class of the class;…`.
 * @param name - Name of the rows, for messages.
 * @returns The parent of each level, null at the top.
 * @throws BAD_HIERARCHY for a cycle or a level with two parents.
 */
export function hierarchyOfRows(rows: readonly (readonly string[])[], name: string): Taxonomy {
  return folded(
    rows.flatMap((row, i) => chain(row, i + 1)),
    { name },
  )
}

function folded(steps: readonly Step[], file: Named): Taxonomy {
  const above = new Map<string, string | null>()
  const lines = new Map<string, number>()
  for (const [label, over, line] of steps) {
    // Blanks around a code are ignored, both in a table and in its hierarchy.
    const [level, parent] = [label.trim(), over === null ? null : over.trim()]
    if (level === '') throw bad(file, line, 'has a line without a level')
    const known = above.get(level)
    if (known !== undefined && known !== parent) {
      const message = `puts "${level}" below ${named(parent)}, and line ${lines.get(level)} below ${named(known)}`
      throw bad(file, line, message, 'Each level has one above it: give one of the two another name.')
    }
    if (known === undefined) lines.set(level, line)
    above.set(level, parent)
  }
  checkParents(file, above, lines)
  checkCircles(file, above, lines)
  return above
}

/**
 * Returns rows `value;class;class of the class;…` of a file of any form; a shorter path to the top repeats its last
 * class.
 */
export function hierarchyRowsOf(file: InputFile): string[][] {
  const text = bareText(file)
  if (!isIndented(text)) {
    const rows = trimmedRows(text, file)
    if (!hasParentHeader(rows)) return rows
  }
  const above = readLevelHierarchy(file)
  const paths = [...above.keys()].map((level) => {
    const path = [level]
    for (let at = above.get(level); at != null; at = above.get(at)) path.push(at)
    return path
  })
  const longest = Math.max(...paths.map(({ length }) => length))
  return paths.map((path) => [...path, ...Array.from({ length: longest - path.length }, () => path[path.length - 1])])
}

/**
 * Returns true if a file names the parent of each level (`code,parent` or `@` lines), not the classes of each value.
 */
export function isLevelTree(file: InputFile): boolean {
  const text = bareText(file)
  return isIndented(text) || hasParentHeader(trimmedRows(text, file))
}

function bareText(file: InputFile): string {
  return textOf(file).replace(/^\uFEFF+/, '')
}

function isIndented(text: string): boolean {
  return /^@/m.test(text)
}

/** Returns the cells without surrounding blanks, which tables ignore as well. */
function trimmedRows(text: string, file: InputFile): string[][] {
  return readRows(text, { file: file.name }).map((row) => row.map((cell) => cell.replace(/^[ \t]+|[ \t]+$/g, '')))
}

function hasParentHeader(rows: readonly (readonly string[])[]): boolean {
  const [level, parent, ...more] = rows[0].map((cell) => cell.trim().toLowerCase())
  return more.length === 0 && ['code', 'level', 'category'].includes(level) && parent === 'parent'
}

function stepsOf(file: InputFile): Step[] {
  const text = bareText(file)
  if (isIndented(text)) return indented(file, text)
  const rows = trimmedRows(text, file)
  if (hasParentHeader(rows))
    return rows.slice(1).map(([level, above], i) => [level, above.trim() === '' ? null : above, i + 2])
  if (rows[0].length < 2) throw bad(file, 1, 'names levels and nothing above them', forms)
  return rows.flatMap((row, i) => chain(row, i + 1))
}

/** Reads `value;class;class of the class`: every label is below the next one. */
function chain(row: readonly string[], line: number): Step[] {
  // The value itself is required; an omitted class adds no level.
  const labels = row.filter((text, h) => h === 0 || (text.trim() !== '' && text !== row[h - 1]))
  return labels.map((label, h) => [label, labels[h + 1] ?? null, line])
}

/** Reads one line per level; the number of leading @ is the depth. */
function indented(file: InputFile, text: string): Step[] {
  const steps: Step[] = []
  const path: string[] = []
  let first: number | undefined
  for (const [i, content] of text.split(/\r\n|\n|\r/).entries()) {
    if (content.trim() === '') continue
    const [, marks, rest] = /^(@*)[;,\t ]?(.*)$/.exec(content) ?? ['', '', content]
    first ??= marks.length
    const depth = marks.length - first
    if (depth < 0 || depth > path.length) {
      const what = depth < 0 ? 'has a level above its first one' : `goes down ${depth - path.length + 1} steps at once`
      throw bad(
        file,
        i + 1,
        what,
        'Each line is at most one @ deeper than the one before it, and none above the first.',
      )
    }
    path.length = depth
    steps.push([rest.trim(), path.at(-1) ?? null, i + 1])
    path.push(rest.trim())
  }
  return steps
}

/** Refuses a parent without its own line in a file that declares the top levels, since that is a typing error. */
function checkParents(
  file: Named,
  above: ReadonlyMap<string, string | null>,
  lines: ReadonlyMap<string, number>,
): void {
  if (![...above.values()].includes(null)) return
  for (const [level, parent] of above) {
    if (parent === null || above.has(parent)) continue
    const message = `puts "${level}" below "${parent}", which no line says where it belongs`
    throw bad(file, lines.get(level) ?? 1, message, `Add a line for "${parent}"; without a parent it is at the top.`)
  }
}

function checkCircles(
  file: Named,
  above: ReadonlyMap<string, string | null>,
  lines: ReadonlyMap<string, number>,
): void {
  const sound = new Set<string>()
  for (const level of above.keys()) {
    const path = new Set<string>()
    for (let at: string | null | undefined = level; at != null && !sound.has(at); at = above.get(at)) {
      if (path.has(at)) {
        const circle = [...path].slice([...path].indexOf(at))
        const message = `closes a circle: ${[...circle, at].join(' is below ')}`
        throw bad(file, lines.get(at) ?? 1, message, 'One of them is at the top, or below another level.')
      }
      path.add(at)
    }
    for (const one of path) sound.add(one)
  }
}

function named(level: string | null): string {
  return level === null ? 'none' : `"${level}"`
}

function bad({ name }: Named, line: number, what: string, fix = forms): SdcError {
  return new SdcError('BAD_HIERARCHY', `the hierarchy ${what}`, { file: name, line }, fix)
}
