import { errorText } from '../shared/check.js'

/** Thrown instead of a result if a plan ends with the file. */
export class EndsWithFile extends Error {
  constructor(readonly why: string | undefined) {
    super('the plan ends with the file')
  }
}

/**
 * Result of a run, to be compared.
 *
 * @param run - Runs a plan.
 * @returns Its result; the error if the plan ends with the file, and the text of any other error.
 */
export async function outcome<T>(run: () => Promise<T>): Promise<T | EndsWithFile | string> {
  try {
    return await run()
  } catch (error) {
    return error instanceof EndsWithFile ? error : errorText(error)
  }
}
