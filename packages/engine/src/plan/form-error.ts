import type * as z from 'zod'
import { formProblem, SdcError } from '@sdc/core'
import { plainName } from './by-name.js'

/**
 * The error of a document that does not have its form.
 *
 * @param what - What the document is: `plan`.
 * @param error - What zod found.
 * @param value - The document.
 * @param schema - Its form.
 * @param fix - What to do where the sentence does not say it.
 * @returns BAD_PLAN with the key, where it is, and the nearest known one.
 */
export function formError(what: string, error: z.ZodError, value: unknown, schema: z.ZodType, fix: string): SdcError {
  const issues = error.issues.map((issue) => ({ ...issue, path: issue.path.map((part) => plainPart(part)) }))
  const { sentence, help, path } = formProblem(issues, value, schema)
  return new SdcError('BAD_PLAN', `the ${what} is not right: ${sentence}`, { path }, help ?? fix)
}

function plainPart(part: PropertyKey): PropertyKey {
  return typeof part === 'string' ? plainName(part) : part
}
