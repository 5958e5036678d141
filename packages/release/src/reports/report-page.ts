import type { InternalReport, PublicReport } from '@sdc/report'
import { type Content, madeLate } from '@sdc/inspect'

/**
 * Returns an internal report as a page for a browser or for paper.
 *
 * @param report - Makes it; called when the page is written, after the files whose hashes it names.
 * @returns The page.
 */
export async function internalContent(report: () => InternalReport): Promise<Content> {
  const { internalReportPage } = await import('@sdc/report/release')
  return madeLate(() => internalReportPage(report()))
}

/**
 * Returns a public report as a page, in the same way.
 *
 * @param report - Makes it.
 * @returns The page.
 */
export async function publicContent(report: () => PublicReport): Promise<Content> {
  const { publicReportPage } = await import('@sdc/report/release')
  return madeLate(() => publicReportPage(report()))
}
