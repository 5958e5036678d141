/** What makes the report of a release, of a choice or of a run, and what goes into it: for those who write reports. */
export { chosenReport, type ChosenInput } from './facts/chosen-report.js'
export type { PolicyWish } from './facts/judged-facts.js'
export { internalContent, publicContent } from './facts/report-page.js'
export {
  chosenPlanName,
  folderKind,
  originalBeside,
  readCompared,
  releaseFolder,
  type ReleaseFolder,
} from './facts/report-folder.js'
export { reportName, runReportName, type ReportClass } from './facts/report-names.js'
export type { ComparedFacts } from './facts/compared-facts.js'
export { reportNumber } from './facts/number-text.js'
export { moveFacts, type MoveFacts } from './facts/relation-facts.js'
export { releaseReports, type ReleaseInput } from './facts/release-report.js'
export { runReports, type RunReportInput, type RunReports } from './facts/run-reports.js'
