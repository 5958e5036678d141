import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { chosenPlanName } from '@sdc/workflow/records'
import { choiceReportName } from './choice-report.js'
import { isFile } from '../input/files.js'

/**
 * Removes the plan of an earlier choice and its report, which would be taken for those of this run.
 *
 * @param folder - Where they would be.
 * @returns A sentence that says so for each that there was.
 */
export async function removeOldPlan(folder: string): Promise<string[]> {
  const removed: string[] = []
  for (const name of [chosenPlanName, choiceReportName]) {
    const path = join(folder, name)
    if (!(await isFile(path))) continue
    await rm(path)
    removed.push(`removed ${path} of an earlier comparison`)
  }
  return removed
}
