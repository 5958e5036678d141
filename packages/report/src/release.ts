/** The report of a release as a page, without Observable Plot; what goes into it has its types in `@sdc/report`. */
export { internalReportPage } from './release-report/internal-report-page.js'
export { publicReportPage } from './release-report/public-report-page.js'
