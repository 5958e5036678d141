/** What makes the report of a release, of a choice or of a run, and what goes into it: for those who write reports. */
export { chosenReport, type ChosenInput } from './reports/chosen-report.js'
export type { PolicyChoice } from './reports/internal/judged-facts.js'
export { internalContent, publicContent } from './reports/report-page.js'
export { folderKind, originalBeside, releaseFolder } from './reports/report-folder.js'
export { reportName, runReportName, type ReportClass } from './reports/report-names.js'
export { moveFacts } from './reports/facts/relation-facts.js'
export { releaseReports } from './reports/release-report.js'
export { runReports } from './reports/run-reports.js'
