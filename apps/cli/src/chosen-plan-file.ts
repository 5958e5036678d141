import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isFile } from './files.js'

/**
 * Removes the plan of an earlier choice, which would be taken for one of this run.
 *
 * @param folder - Where it would be.
 * @param what - What made it: a comparison, or a search.
 * @returns A sentence that says so, where there was one.
 */
export async function removeOldPlan(folder: string, what: string): Promise<string[]> {
  const path = join(folder, 'chosen-plan.yaml')
  if (!(await isFile(path))) return []
  await rm(path)
  return [`removed ${path} of an earlier ${what}`]
}
