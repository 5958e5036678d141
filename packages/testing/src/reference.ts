import { readFileSync } from 'node:fs'

/** Result of another program for an input; `reference/README.md` describes the program and the parameters. */
export interface ReferenceCase {
  readonly id: string
  readonly input: {
    readonly csv: string
    readonly columns: readonly string[]
    readonly params: Record<string, unknown>
    /** Records by column, if the file does not belong to the project; null is a missing value. */
    readonly data?: Readonly<Record<string, readonly (number | null)[]>>
  }
  // The outputs differ between topics; the test that reads one knows its form.
  readonly output: any // eslint-disable-line
}

/** A table of another program: one row a record, under the names of its columns. */
export interface ReferenceTable {
  readonly colnames: readonly string[]
  readonly rows: readonly (readonly number[])[]
}

const read = new Map<string, ReadonlyMap<string, ReferenceCase>>()

/** Returns a case of a file of `reference/`, read on first use. */
export function reference(file: string, id: string): ReferenceCase {
  const cases = read.get(file) ?? readCases(file)
  read.set(file, cases)
  const found = cases.get(id)
  if (!found) throw new Error(`reference/${file} has no case ${id}; it has ${[...cases.keys()].join(', ')}`)
  return found
}

/**
 * Returns the masked records of a microaggregation: given directly, or each as the mean of its group (numbered from 1).
 */
export function maskedTable({ id, output }: ReferenceCase): ReferenceTable {
  const { mx, means, group }: { mx?: ReferenceTable; means?: ReferenceTable; group?: readonly number[] } = output
  if (mx) return mx
  if (means && group) return { colnames: means.colnames, rows: group.map((one) => means.rows[one - 1]) }
  throw new Error(`${id} has no masked records`)
}

function readCases(file: string): ReadonlyMap<string, ReferenceCase> {
  const text = readFileSync(new URL(`../reference/${file}`, import.meta.url), 'utf8')
  const { cases } = JSON.parse(text) as { cases: ReferenceCase[] }
  return new Map(cases.map((one) => [one.id, one]))
}

/** Returns a whole file of `reference/` in another form than cases, as JSON. */
export function referenceFile<T>(file: string): T {
  return JSON.parse(readFileSync(new URL(`../reference/${file}`, import.meta.url), 'utf8')) as T
}
