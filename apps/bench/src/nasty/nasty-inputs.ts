import type { Registry } from '@sdc/core'
import type { Masking, NastyShape, Operation } from '../speed/operation.js'

/** What a row of the table is of. */
export interface Subject {
  readonly kind: 'method' | 'metric'
  readonly id: string
  /** Of the files that a metric measures, where the input does not say otherwise. */
  readonly masking: Masking
  /** Whether it takes columns of numbers. */
  readonly numeric: boolean
}

/** A column of the table. */
export interface NastyInput {
  readonly name: string
  readonly d: number
  readonly data: NastyShape | 'normal'
  /** Inputs of a masked file are for metrics. */
  readonly masking?: Masking
}

const columns = 5

export const nastyInputs: readonly NastyInput[] = [
  { name: 'zeros', d: columns, data: 'zeros' },
  { name: 'digits', d: columns, data: 'digits' },
  { name: 'outliers', d: columns, data: 'outliers' },
  { name: 'duplicates', d: columns, data: 'duplicates' },
  { name: 'sorted', d: columns, data: 'sorted' },
  { name: 'constants', d: 13, data: 'constants' },
  { name: 'masked constant', d: columns, data: 'normal', masking: 'constant column' },
  { name: 'rank-swapped', d: columns, data: 'normal', masking: 'rank swapping' },
]

/** Metrics whose use are rank-swapped files: they have a row with files that rank swapping masked, too. */
const ofRankSwapped: ReadonlySet<string> = new Set(['risk/rs-rl'])

/** Every registered method and metric. */
export function nastySubjects(registry: Registry): Subject[] {
  return [
    ...registry.all('methods').map(({ id, traits }): Subject => ({
      kind: 'method',
      id,
      masking: 'noise',
      numeric: traits.accepts.includes('numeric'),
    })),
    ...registry.all('metrics').flatMap(({ id, of, accepts }): Subject[] => {
      const subject: Subject = {
        kind: 'metric',
        id,
        masking: 'noise',
        numeric: of === 'masked columns' && accepts.includes('numeric'),
      }
      return ofRankSwapped.has(id) ? [subject, { ...subject, masking: 'rank swapping' }] : [subject]
    }),
  ]
}

/** What the subject can be given. */
export function inputsOf({ kind, masking, numeric }: Subject): NastyInput[] {
  return nastyInputs.filter(
    (input) =>
      input.masking === undefined ||
      (kind === 'metric' && masking === 'noise' && (numeric || input.masking !== 'rank swapping')),
  )
}

/** The subject on n records of a nasty input. */
export function nastyOperation({ kind, id, masking }: Subject, input: NastyInput, n: number): Operation {
  const { data, d } = input
  return { kind, id, data, n, d, params: {}, masking: input.masking ?? masking }
}

/** The subject on n records of d normal columns, which the nasty ones are held against. */
export function normalOperation({ kind, id, masking }: Subject, n: number, d: number): Operation {
  return { kind, id, data: 'normal', n, d, params: {}, masking }
}

export function subjectText({ id, masking }: Subject): string {
  return masking === 'noise' ? id : `${id}, files by ${masking}`
}
