/** A file to save. */
export interface FileView {
  readonly name: string
  readonly box: 'private' | 'public'
  readonly what: string
  readonly bytes: number
}

/** A report to look at: its markup without its style and its policy, and its style. */
export interface ReportText {
  readonly html: string
  readonly css: string
}
