/** A file to save. */
export interface FileView {
  readonly name: string
  readonly box: 'private' | 'public'
  readonly what: string
  readonly bytes: number
}
