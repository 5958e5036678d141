import type { InternalReport, PublicReport } from '@sdc/report'
import { madeLate } from '../outcome.js'
import type { Content } from '../files/input-file.js'

/** An internal report as it is written: a page. */
export async function internalContent(report: () => InternalReport): Promise<Content> {
  return madeLate(() => `${JSON.stringify(report(), null, 2)}\n`)
}

/** A public report as it is written. */
export async function publicContent(report: () => PublicReport): Promise<Content> {
  return madeLate(() => `${JSON.stringify(report(), null, 2)}\n`)
}
