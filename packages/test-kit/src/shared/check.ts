import { isSdcError } from '@sdc/core'

/** Result of one check of a method, metric or plugin. */
export interface Check {
  /** Id of the method or metric, or the plugin's name. */
  readonly subject: string
  /** Property that should hold, in words. */
  readonly name: string
  readonly ok: boolean
  /** Empty if the property holds; otherwise the expectation and the result. */
  readonly message: string
}

/** Function that finds problems: an empty list if there are none. */
export type Finder = () => Promise<readonly string[]> | readonly string[]

const MOST_SHOWN = 3

/** Runs one check; an error that it throws is a problem, too. */
export async function runCheck(subject: string, name: string, find: Finder): Promise<Check> {
  const problems = await settle(find)
  const shown = [...new Set(problems)]
  const more = shown.length > MOST_SHOWN ? ` (and ${shown.length - MOST_SHOWN} more)` : ''
  return { subject, name, ok: problems.length === 0, message: shown.slice(0, MOST_SHOWN).join('; ') + more }
}

async function settle(find: Finder): Promise<readonly string[]> {
  try {
    return await find()
  } catch (error) {
    return [`expected a result, got ${errorText(error)}`]
  }
}

/** Text of an error in a message: its code if it has one, otherwise its class. */
export function errorText(error: unknown): string {
  if (isSdcError(error)) return `the SdcError ${error.code}: ${error.message}`
  if (error instanceof Error) return `a ${error.name}: ${error.message}`
  return `${String(error)} thrown`
}
