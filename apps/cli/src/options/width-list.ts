import { SdcError } from '@sdc/core'

/** Parses widths of columns, `3,2,8`; throws BAD_OPTION unless they are positive integers. */
export function widthList(text: string): readonly number[] {
  const widths = text.split(',').map(Number)
  if (widths.every((width) => Number.isInteger(width) && width > 0)) return widths
  const message = `--widths ${text} is not a list of widths`
  throw new SdcError('BAD_OPTION', message, { parameter: '--widths' }, 'List the letters of each column: 3,2,8.')
}
