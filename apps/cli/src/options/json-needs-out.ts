import { SdcError } from '@sdc/core'

/** What a command prints, and where its file goes. */
interface JsonOptions {
  readonly json?: boolean | undefined
  readonly out?: string | undefined
}

/**
 * Only one of the masked file and of what was done can be printed.
 *
 * @param options - Whether JSON is printed, and where the file goes.
 * @throws BAD_OPTION for JSON where the file has no name.
 */
export function jsonNeedsOut({ json = false, out }: JsonOptions): void {
  if (!json || (out !== undefined && out !== '-')) return
  const fix = 'Add -o OUT.csv, or leave out --json.'
  throw new SdcError('BAD_OPTION', '--json needs -o: the result has no file', {}, fix)
}
