import { describe, expect, it } from 'vitest'
import { reportName, runReportName } from './report-names.js'

describe('the name of a report', () => {
  it.each([
    ['report.html', 'INTERNAL', 'report.INTERNAL.html'],
    ['a/b.c/report', 'PUBLIC', 'a/b.c/report.PUBLIC.html'],
    ['census.public.html', 'PUBLIC', 'census.public.html'],
    ['INTERNAL/report.html', 'PUBLIC', 'INTERNAL/report.PUBLIC.html'],
    ['publicity.html', 'INTERNAL', 'publicity.INTERNAL.html'],
    ['.hidden', 'INTERNAL', '.hidden.INTERNAL.html'],
  ] as const)('%s, %s: %s', (out, classification, name) => {
    expect(reportName(out, classification)).toBe(name)
  })

  it.each([
    ['census.PUBLIC.html', 'INTERNAL'],
    ['internal-report.html', 'PUBLIC'],
  ] as const)('%s is refused for a report that is %s', (out, classification) => {
    expect(() => reportName(out, classification)).toThrow(/says (PUBLIC|INTERNAL), and the report is/)
  })

  it('for a run is in the folder of a given file, and begins with the name of the masked one', () => {
    expect(runReportName('safe/keep.json', 'out/a.b.csv', 'INTERNAL')).toBe('safe/a.b.report.INTERNAL.html')
    expect(runReportName('out.csv', 'out.csv', 'PUBLIC')).toBe('out.report.PUBLIC.html')
  })
})
