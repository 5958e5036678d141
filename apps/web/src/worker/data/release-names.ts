import type { FormatId } from '@sdc/files'

/** Extensions of the formats that a release keeps; others become the nearest format that can be written. */
const endings: Partial<Record<FormatId, string>> = {
  sav: 'sav',
  zsav: 'zsav',
  por: 'sav',
  dta: 'dta',
  xpt: 'xpt',
  sas7bdat: 'xpt',
  xlsx: 'xlsx',
}

/**
 * Returns the file names of a release: private files contain `PRIVATE`, public ones `public`.
 *
 * @param file - The name of the original.
 * @param format - Its format, which the released file has too if it can be written; Parquet becomes CSV.
 * @returns File names: `census.csv` gives `census.public.csv`, `census.PRIVATE.key.json`, and so on.
 */
export function releaseNames(
  file: string,
  format: FormatId,
): Readonly<Record<'out' | 'key' | 'internal' | 'plan' | 'report', string>> {
  const base = baseName(file)
  return {
    out: `${base}.public.${endings[format] ?? 'csv'}`,
    report: `${base}.public.report-PUBLIC.html`,
    key: `${base}.PRIVATE.key.json`,
    internal: `${base}.PRIVATE.report-INTERNAL.html`,
    plan: `${base}.PRIVATE.plan.yaml`,
  }
}

/** Returns the name of a data file without its extension. */
export function baseName(file: string): string {
  return file.replace(/(\.(csv|tsv|txt|parquet|pq|z?sav|por|dta|xpt|sas7bdat|xlsx))?(\.gz)?$/i, '')
}

/**
 * Returns true for the name of a private file.
 *
 * @param name - File name.
 * @returns True for `*.PRIVATE.*`.
 */
export function isPrivate(name: string): boolean {
  return /\.PRIVATE\./.test(name)
}
