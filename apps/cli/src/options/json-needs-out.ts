import { SdcError } from '@sdc/core'

/** Options for the printed result and the file. */
interface JsonOptions {
  readonly json?: boolean | undefined
  readonly out?: string | undefined
}

/** Refuses --json without -o: only one of the masked file and the JSON can be printed. */
export function jsonNeedsOut({ json = false, out }: JsonOptions): void {
  if (!json || (out !== undefined && out !== '-')) return
  const fix = 'Add -o OUT.csv, or leave out --json.'
  throw new SdcError('BAD_OPTION', '--json needs -o: the result has no file', {}, fix)
}
