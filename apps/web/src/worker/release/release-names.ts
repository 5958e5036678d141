/**
 * Returns the file names of a release: private files contain `PRIVATE`, public ones `public`.
 *
 * @param file - The name of the original.
 * @returns File names: `census.csv` gives `census.public.csv`, `census.PRIVATE.key.json`, and so on.
 */
export function releaseNames(file: string): Readonly<Record<'out' | 'key' | 'internal' | 'plan' | 'report', string>> {
  const base = file.replace(/\.(csv|tsv|txt|parquet)$/i, '')
  return {
    out: `${base}.public.csv`,
    report: `${base}.public.report-PUBLIC.html`,
    key: `${base}.PRIVATE.key.json`,
    internal: `${base}.PRIVATE.report-INTERNAL.html`,
    plan: `${base}.PRIVATE.plan.yaml`,
  }
}

/**
 * Checks by its name whether a file is private.
 *
 * @param name - File name.
 * @returns True for `*.PRIVATE.*`.
 */
export function isPrivate(name: string): boolean {
  return /\.PRIVATE\./.test(name)
}
