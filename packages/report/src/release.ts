/** The report of a release as a page, without Observable Plot; the types of its data are in `@sdc/report`. */
export { internalReportPage } from './release-report/internal-report-page.js'
export { publicReportPage } from './release-report/public-report-page.js'
