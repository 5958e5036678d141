import { stat } from 'node:fs/promises'
import { extname } from 'node:path'

/** Where the files of a run go: `out.csv`, or of several `out.1.csv`, `out.2.csv`, … */
export function outputPaths(out: string, count: number): string[] {
  return count === 1 ? [out] : Array.from({ length: count }, (_, f) => numbered(out, f + 1))
}

/** The public manifest of a run's output. */
export function manifestPath(out: string): string {
  return `${withoutEnd(out)}.manifest.json`
}

/** Where the public manifest of a file may be that is one of several: `out.2.csv` may be a file of `out.csv`. */
export function manifestPaths(path: string): string[] {
  const base = withoutEnd(path).replace(/\.\d+$/, '')
  return [...new Set([manifestPath(path), `${base}.manifest.json`])]
}

/** Numbered files beyond those of this run: an earlier one made more. */
export async function laterFiles(out: string, count: number): Promise<string[]> {
  const found: string[] = []
  for (let f = count + 1; await isFile(numbered(out, f)); f++) found.push(numbered(out, f))
  return found
}

/** Paths for a sentence: the first and the last of more than three. */
export function pathsText(paths: readonly string[]): string {
  if (paths.length > 3) return `${paths[0]} to ${paths[paths.length - 1]} (${paths.length} files)`
  return paths.join(', ')
}

function numbered(out: string, f: number): string {
  return `${withoutEnd(out)}.${f}${extname(out)}`
}

function withoutEnd(path: string): string {
  return path.slice(0, path.length - extname(path).length)
}

export async function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isFile(),
    () => false,
  )
}
