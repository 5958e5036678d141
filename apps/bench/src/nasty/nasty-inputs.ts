import type { Registry } from '@sdc/core'
import { titleOf, type Masking, type NastyShape, type Operation } from '../speed/operation.js'

/** Method or metric of a row of the table. */
export interface Subject {
  readonly kind: 'method' | 'metric'
  readonly id: string
  /** Masking of the files that a metric measures, if the input does not specify it. */
  readonly masking: Masking
  /** True if it accepts columns of numbers. */
  readonly numeric: boolean
  /** Parameters that differ from the defaults. */
  readonly params: Operation['params']
}

/** A column of the table. */
export interface NastyInput {
  readonly name: string
  readonly d: number
  readonly data: NastyShape
  /** Inputs of a masked file are for metrics only. */
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
  { name: 'masked constant', d: columns, data: 'amounts', masking: 'constant column' },
  { name: 'rank-swapped', d: columns, data: 'amounts', masking: 'rank swapping' },
]

/** Metrics designed for rank-swapped files: they also have a row with files masked by rank swapping. */
const ofRankSwapped: ReadonlySet<string> = new Set(['risk/rs-rl'])

/**
 * Numbers of steps of searches: the number until convergence depends on the data, and no method can change it. Few and
 * separate clusters: independent normal columns have no others, and the defaults take minutes.
 */
const ownParams: Readonly<Record<string, Operation['params']>> = {
  'optimize/permute': { maxProposals: 20_000 },
  'optimize/post-mask': { target: 1e-12, maxSteps: 10_000 },
  'optimize/synthetic': { target: 1e-12, maxSteps: 10_000 },
  'loss/clusters': { restarts: 1 },
  'loss/fuzzy-clusters': { c: 3, m: 1.2, restarts: 1, replicates: 1 },
}

const paramsOf = (id: string): Operation['params'] => ownParams[id] ?? {}

/** Every registered method and metric. */
export function nastySubjects(registry: Registry): Subject[] {
  return [
    ...registry.all('methods').map(({ id, traits }): Subject => ({
      kind: 'method',
      id,
      masking: 'noise',
      numeric: traits.accepts.includes('numeric'),
      params: paramsOf(id),
    })),
    ...registry.all('metrics').flatMap(({ id, of, accepts }): Subject[] => {
      const subject: Subject = {
        kind: 'metric',
        id,
        masking: 'noise',
        numeric: of === 'masked columns' && accepts.includes('numeric'),
        params: paramsOf(id),
      }
      return ofRankSwapped.has(id) ? [subject, { ...subject, masking: 'rank swapping' }] : [subject]
    }),
  ]
}

/** Inputs that the subject accepts. */
export function inputsOf({ kind, masking, numeric }: Subject): NastyInput[] {
  return nastyInputs.filter(
    (input) =>
      input.masking === undefined ||
      (kind === 'metric' && masking === 'noise' && (numeric || input.masking !== 'rank swapping')),
  )
}

/** Operation of the subject on n records of a nasty input. */
export function nastyOperation({ kind, id, masking, params }: Subject, input: NastyInput, n: number): Operation {
  const { data, d } = input
  return { kind, id, data, n, d, params, masking: input.masking ?? masking }
}

/** Operation of the subject on n records of d normal columns, for comparison with the nasty ones. */
export function normalOperation({ kind, id, masking, params }: Subject, n: number, d: number): Operation {
  return { kind, id, data: 'amounts', n, d, params, masking }
}

export function subjectText({ id, params, masking }: Subject): string {
  return `${titleOf({ id, params })}${masking === 'noise' ? '' : `, files by ${masking}`}`
}
