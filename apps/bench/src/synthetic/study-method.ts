import type { Dataset } from '@sdc/core'

/** A way to make a synthetic file. */
export interface StudyMethod {
  readonly title: string
  /** The id of the method; undefined for the records of the other half. */
  readonly use?: string
  /** True if it accepts numbers only. */
  readonly numbersOnly?: boolean
  /** True if another line equals it for a file with numbers only. */
  readonly mixedOnly?: boolean
  /** True if it uses a frame that the original is a sample of. */
  readonly framed?: boolean
  readonly params?: (file: Dataset, columns: readonly string[]) => Readonly<Record<string, unknown>>
}

const sequential = 'synthetic/sequential'

const modelsOf =
  (numbers: string, categories: string) =>
  (file: Dataset, columns: readonly string[]): Readonly<Record<string, unknown>> => ({
    models: Object.fromEntries(
      columns.map((name) => [name, file.column(name).kind === 'numeric' ? numbers : categories]),
    ),
  })

/**
 * Methods in the order of the tables; `other people` is the best possible file without any of the original's people.
 */
export const studyMethods: readonly StudyMethod[] = [
  { title: 'other people' },
  { title: 'sequential', use: sequential },
  { title: 'sequential, leaves of 20', use: sequential, params: () => ({ smallestLeaf: 20 }) },
  { title: 'sequential, regressions', use: sequential, params: modelsOf('normal-rank', 'logit') },
  { title: 'each column by itself', use: sequential, params: modelsOf('sample', 'sample') },
  { title: 'other people, numbers', numbersOnly: true, mixedOnly: true },
  { title: 'sequential, numbers', use: sequential, numbersOnly: true, mixedOnly: true },
  { title: 'copula/lhs', use: 'copula/lhs', numbersOnly: true },
  {
    title: 'linear/multiple-imputation, full',
    use: 'linear/multiple-imputation',
    numbersOnly: true,
    framed: true,
    params: () => ({ kind: 'full', sets: 2 }),
  },
  { title: 'optimize/synthetic', use: 'optimize/synthetic', numbersOnly: true },
]
