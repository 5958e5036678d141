import type { InternalReport, PublicReport } from '@sdc/report'
import { type Content, madeLate } from '@sdc/inspect'

/**
 * An internal report as it is written: a page for a browser or for paper.
 *
 * @param report - Makes it; it is asked when the page is written, after the files whose hashes it names.
 * @returns The page.
 */
export async function internalContent(report: () => InternalReport): Promise<Content> {
  const { internalReportPage } = await import('@sdc/report/release')
  return madeLate(() => internalReportPage(report()))
}

/**
 * A public report as it is written: likewise.
 *
 * @param report - Makes it.
 * @returns The page.
 */
export async function publicContent(report: () => PublicReport): Promise<Content> {
  const { publicReportPage } = await import('@sdc/report/release')
  return madeLate(() => publicReportPage(report()))
}
