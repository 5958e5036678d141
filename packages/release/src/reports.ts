/** What makes the report of a release, of a choice or of a run, and what goes into it: for those who write reports. */
export { chosenReport, type ChosenInput } from './facts/chosen-report.js'
export type { PolicyChoice } from './facts/judged-facts.js'
export { internalContent, publicContent } from './facts/report-page.js'
export { folderKind, originalBeside, releaseFolder } from './facts/report-folder.js'
export { reportName, runReportName, type ReportClass } from './facts/report-names.js'
export { moveFacts } from './facts/relation-facts.js'
export { releaseReports } from './facts/release-report.js'
export { runReports } from './facts/run-reports.js'
