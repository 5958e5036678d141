import type * as z from 'zod'
import { formProblem, SdcError } from '@sdc/core'
import { plainName } from './by-name.js'

/**
 * Makes the error for a document of a wrong form.
 *
 * @param what - Name of the document: `plan`.
 * @param error - The error from zod.
 * @param value - The document.
 * @param schema - Its form.
 * @param fix - The fix if the sentence does not contain one.
 * @returns BAD_PLAN with the key, its place, and the nearest known key.
 */
export function formError(what: string, error: z.ZodError, value: unknown, schema: z.ZodType, fix: string): SdcError {
  const issues = error.issues.map((issue) => ({ ...issue, path: issue.path.map((part) => plainPart(part)) }))
  const { sentence, help, path } = formProblem(issues, value, schema)
  return new SdcError('BAD_PLAN', `the ${what} is not right: ${sentence}`, { path }, help ?? fix)
}

function plainPart(part: PropertyKey): PropertyKey {
  return typeof part === 'string' ? plainName(part) : part
}
