import * as z from 'zod'
import { errorCodes, type ErrorCode, type PlainError } from '@sdc/core'
import { exactNumber } from './exact-json.js'
import type { CandidateOutcome, Held, JobOutcome } from './job.js'

const numbers = z.array(z.union([z.number(), z.enum(['NaN', 'Infinity', '-Infinity', '-0'])]))
const heldForm = z.strictObject({
  values: numbers,
  ofFiles: numbers.optional(),
  ends: numbers.optional(),
  reason: z.string().optional(),
})
const errorForm = z.strictObject({
  code: z.enum(Object.keys(errorCodes) as [ErrorCode, ...ErrorCode[]]),
  message: z.string(),
  place: z.record(z.string(), z.union([z.string(), z.number()])),
  advice: z.string(),
})
const candidateForm = z.strictObject({
  metrics: z.array(z.tuple([z.string(), heldForm])),
  replicates: z.int().min(0),
  masked: z.array(z.string()),
  masks: z.array(z.array(z.string())),
  negatives: z.array(z.strictObject({ column: z.string(), values: z.int() })).optional(),
  error: errorForm.optional(),
})

/** The form of an outcome in a file: maps as lists of pairs, in their order. */
const outcomeForm = z.strictObject({ candidates: z.array(candidateForm), warnings: z.array(z.string()) })

/**
 * An outcome as JSON keeps it, from which `outcomeFromJson` makes the very same.
 *
 * @param outcome - Of any task.
 * @returns A value for `JSON.stringify`.
 */
export function outcomeJson({ candidates, warnings }: JobOutcome): unknown {
  return {
    candidates: candidates.map(({ metrics, ...rest }) => ({
      metrics: [...metrics].map(([id, held]) => [id, heldJson(held)]),
      ...rest,
    })),
    warnings,
  }
}

/**
 * An outcome from what `outcomeJson` gave.
 *
 * @param value - The parsed JSON.
 * @returns The outcome, undefined where the value is none.
 */
export function outcomeFromJson(value: unknown): JobOutcome | undefined {
  const parsed = outcomeForm.safeParse(value)
  if (!parsed.success) return undefined
  const candidates = parsed.data.candidates.map(({ metrics, error, negatives, ...rest }): CandidateOutcome => ({
    metrics: new Map(metrics.map(([id, held]) => [id, heldFrom(held)] as const)),
    ...rest,
    ...(negatives && { negatives }),
    ...(error && { error: error as PlainError }),
  }))
  return { candidates, warnings: parsed.data.warnings }
}

function heldJson({ values, ofFiles, ends, reason }: Held): z.input<typeof heldForm> {
  const exact = (list: readonly number[]): z.input<typeof numbers> => list.map(exactNumber) as z.input<typeof numbers>
  return {
    values: exact(values),
    ...(ofFiles && { ofFiles: exact(ofFiles) }),
    ...(ends && { ends: exact(ends) }),
    ...(reason !== undefined && { reason }),
  }
}

function heldFrom({ values, ofFiles, ends, reason }: z.output<typeof heldForm>): Held {
  return {
    values: values.map(Number),
    ...(ofFiles && { ofFiles: ofFiles.map(Number) }),
    ...(ends && { ends: ends.map(Number) }),
    ...(reason !== undefined && { reason }),
  }
}
