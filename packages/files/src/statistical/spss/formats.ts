import type { TimeKind } from '@sdc/core'

/** Names of display formats by their numbers in a file. */
const NAMES: readonly (string | undefined)[] = (
  '- A AHEX COMMA DOLLAR F IB PIBHEX P PIB PK RB RBHEX - - Z N E - - DATE TIME DATETIME ADATE JDATE DTIME WKDAY MONTH ' +
  'MOYR QYR WKYR PCT DOT CCA CCB CCC CCD CCE EDATE SDATE MTIME YMDHMS'
)
  .split(' ')
  .map((name) => (name === '-' ? undefined : name))

/** Formats of moments; those of quarters, months and weeks are numbers of seconds with a format. */
const TIMES: ReadonlyMap<string, TimeKind> = new Map([
  ...(['DATE', 'ADATE', 'EDATE', 'JDATE', 'SDATE'] as const).map((name) => [name, 'date'] as const),
  ...(['DATETIME', 'YMDHMS'] as const).map((name) => [name, 'datetime'] as const),
  ...(['TIME', 'DTIME', 'MTIME'] as const).map((name) => [name, 'time'] as const),
])

/** Display format: its name, width in letters, and decimals. */
export interface SpssFormat {
  readonly name: string
  readonly width: number
  readonly decimals: number
}

/**
 * Returns the display format of a number.
 *
 * @returns The format; undefined for an unknown one.
 */
export function formatOf(print: number): SpssFormat | undefined {
  const name = NAMES[(print >> 16) & 255]
  return name === undefined ? undefined : { name, width: (print >> 8) & 255, decimals: print & 255 }
}

/** Returns the number of a display format. */
export function numberOfFormat({ name, width, decimals }: SpssFormat): number {
  return (NAMES.indexOf(name) << 16) | (width << 8) | decimals
}

/** Returns a format in the notation of SPSS: `F8.2`, `DATE11`, `A6`. */
export function textOfFormat({ name, width, decimals }: SpssFormat): string {
  return decimals > 0 || name === 'F' ? `${name}${width}.${decimals}` : `${name}${width}`
}

/**
 * Parses a display format of numbers.
 *
 * @returns The format; undefined if SPSS has no such format, as for those of Stata and SAS.
 */
export function parseNumberFormat(text: string): SpssFormat | undefined {
  const [, name, wide, decimal = '0'] = /^([A-Z]+)(\d+)(?:\.(\d+))?$/.exec(text) ?? []
  if (name === undefined || !NAMES.includes(name) || name === 'A' || name === 'AHEX') return undefined
  const [width, decimals] = [Number(wide), Number(decimal)]
  return width >= 1 && width <= 40 && decimals <= Math.min(16, width) ? { name, width, decimals } : undefined
}

/** Returns the kind of time of a display format. */
export function timeOfFormat(format: SpssFormat | undefined): TimeKind | undefined {
  return format && TIMES.get(format.name)
}
