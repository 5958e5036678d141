import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { chosenPlanName } from '@sdc/search'
import { choiceReportName } from './choice-report.js'
import { isFile } from '../input/files.js'

/** Removes the plan and the report of an earlier choice; returns a sentence for each. */
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
