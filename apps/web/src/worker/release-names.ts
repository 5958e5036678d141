/**
 * The names of a release's files: what stays in the house says KEEP, what goes out says public.
 *
 * @param file - The name of the original.
 * @returns The names. `census.csv` gives `census.public.csv`, `census.KEEP.key.json`, and so on.
 */
export function releaseNames(file: string): Readonly<Record<'out' | 'key' | 'internal' | 'plan' | 'report', string>> {
  const base = file.replace(/\.(csv|tsv|txt|parquet)$/i, '')
  return {
    out: `${base}.public.csv`,
    report: `${base}.public.report-PUBLIC.html`,
    key: `${base}.KEEP.key.json`,
    internal: `${base}.KEEP.report-INTERNAL.html`,
    plan: `${base}.KEEP.plan.yaml`,
  }
}

/**
 * Whether a file says by its name that it stays in the house.
 *
 * @param name - Its name.
 * @returns Whether it is one of `*.KEEP.*`.
 */
export function isKept(name: string): boolean {
  return /\.KEEP\./.test(name)
}
