import { readFileSync } from 'node:fs'

/** What another program made of an input; `reference/README.md` says which, and what the parameters mean. */
export interface ReferenceCase {
  readonly id: string
  readonly input: {
    readonly csv: string
    readonly columns: readonly string[]
    readonly params: Record<string, unknown>
    /** The records by column, where the file is no part of the project; null is a missing value. */
    readonly data?: Readonly<Record<string, readonly (number | null)[]>>
  }
  // The outputs differ from topic to topic; the test that reads one knows its shape.
  readonly output: any // eslint-disable-line
}

/** A table of another program: a row a record, under the names of its columns. */
export interface ReferenceTable {
  readonly colnames: readonly string[]
  readonly rows: readonly (readonly number[])[]
}

const read = new Map<string, ReadonlyMap<string, ReferenceCase>>()

/** A case of a file of `reference/`, read when a test asks for it first. */
export function reference(file: string, id: string): ReferenceCase {
  const cases = read.get(file) ?? readCases(file)
  read.set(file, cases)
  const found = cases.get(id)
  if (!found) throw new Error(`reference/${file} has no case ${id}; it has ${[...cases.keys()].join(', ')}`)
  return found
}

/** The masked records of a microaggregation: as they are, or each the mean of its group (numbered from 1). */
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

/** A whole file of `reference/` of another form than cases, as JSON. */
export function referenceFile<T>(file: string): T {
  return JSON.parse(readFileSync(new URL(`../reference/${file}`, import.meta.url), 'utf8')) as T
}
