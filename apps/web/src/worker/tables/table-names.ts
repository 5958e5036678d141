import { baseName } from '../data/release-names.js'

/** Returns the file names of a table: private ones contain `PRIVATE`, public ones `public`. */
export function tableNames(
  file: string,
): Readonly<Record<'cells' | 'internal' | 'record' | 'key' | 'out' | 'page', string>> {
  const base = baseName(file)
  return {
    cells: `${base}.PRIVATE.cells.csv`,
    internal: `${base}.PRIVATE.table-INTERNAL.html`,
    record: `${base}.PRIVATE.table.key.json`,
    key: `${base}.PRIVATE.release-key.json`,
    out: `${base}.public.table.csv`,
    page: `${base}.public.table.html`,
  }
}
