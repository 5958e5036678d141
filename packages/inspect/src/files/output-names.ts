import { formatOfName } from '@sdc/files'

/**
 * Returns the names of a run's files.
 *
 * @param out - Name of the output: `out.csv`.
 * @param count - Number of files.
 * @returns `out.csv` for one file; `out.1.csv`, `out.2.csv`, … for several.
 */
export function outputNames(out: string, count: number): string[] {
  return count === 1 ? [out] : Array.from({ length: count }, (_, f) => numberedName(out, f + 1))
}

/**
 * Returns the name of one of several files.
 *
 * @param out - Name of the output: `out.csv`.
 * @param f - Number of the file, from 1.
 * @returns `out.1.csv`
 */
export function numberedName(out: string, f: number): string {
  return `${withoutEnd(out)}.${f}${endOf(out)}`
}

/** Returns the name of the public manifest of a run's output. */
export function manifestName(out: string): string {
  return `${withoutEnd(out)}.manifest.json`
}

/** Returns possible names of the public manifest of a file: `out.2.csv` may be one of the files of `out.csv`. */
export function manifestNames(name: string): string[] {
  const base = withoutEnd(name).replace(/\.\d+$/, '')
  return [...new Set([manifestName(name), `${base}.manifest.json`])]
}

/** Returns names for a sentence; the first and the last of more than three. */
export function namesText(names: readonly string[]): string {
  if (names.length > 3) return `${names[0]} to ${names[names.length - 1]} (${names.length} files)`
  return names.join(', ')
}

/** Returns a name without its folders. */
export function withoutFolders(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1)
}

/**
 * Suggests a name for a file made from another: in its format, or the nearest one that can be written.
 *
 * @param name - Name without an extension: `masked`.
 * @param source - Name of the other file.
 * @returns The name: `masked.sav` for `survey.sav`, `masked.xpt` for `survey.sas7bdat`.
 */
export function nameLike(name: string, source: string): string {
  const end = endOf(source).toLowerCase()
  const nearest = readOnly.get(end)
  if (nearest !== undefined) return name + nearest
  try {
    formatOfName(source)
    return `${name}${end === '' ? '.csv' : end}`
  } catch {
    return `${name}.csv`
  }
}

const readOnly: ReadonlyMap<string, string> = new Map([
  ['.sas7bdat', '.xpt'],
  ['.por', '.sav'],
])

/**
 * Returns the extension: `.csv` of `folder/out.csv`, `.csv.gz` of `out.csv.gz`; empty for `folder/.hidden` and
 * `folder.of/out`.
 */
function endOf(name: string): string {
  return /[^/\\](\.[^./\\]+(?:\.gz)?|\.)$/i.exec(name)?.[1] ?? ''
}

function withoutEnd(name: string): string {
  return name.slice(0, name.length - endOf(name).length)
}
