import { isSdcError } from '@sdc/core'

/** One thing that was checked of one method, metric or plugin. */
export interface Check {
  /** The id of the method or metric, or the plugin's name. */
  readonly subject: string
  /** Property that should hold, in words. */
  readonly name: string
  readonly ok: boolean
  /** Empty where it is so; else what was expected and what came. */
  readonly message: string
}

/** A check finds problems: an empty list where there are none. */
export type Finder = () => Promise<readonly string[]> | readonly string[]

const MOST_SHOWN = 3

/** Runs one check; an error it throws is a problem like another. */
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

/** An error in a message: its code where it has one, its class where it has none. */
export function errorText(error: unknown): string {
  if (isSdcError(error)) return `the SdcError ${error.code}: ${error.message}`
  if (error instanceof Error) return `a ${error.name}: ${error.message}`
  return `${String(error)} thrown`
}
