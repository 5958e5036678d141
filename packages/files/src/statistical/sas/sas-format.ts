import type { TimeKind } from '@sdc/core'

/** Display format of SAS: `DATE9.`, `8.2`, `$CHAR10.`. */
export interface SasFormat {
  readonly name: string
  /** Zero if the format has none. */
  readonly width: number
  readonly decimals: number
}

/**
 * Formats that show a whole date, a date and a time, or a time; those that show a part of it, such as YEAR, are
 * numbers.
 */
const DATES =
  'DATE E8601DA B8601DA IS8601DA JULIAN NLDATE MINGUO NENGO WEEKDATE WEEKDATX WORDDATE WORDDATX EURDFDD EURDFDE'
const DATETIMES =
  'DATETIME DATEAMPM MDYAMPM DTDATE EURDFDT NLDATM E8601DT B8601DT IS8601DT E8601DZ B8601DZ E8601DN B8601DN'
const CLOCKS = 'TIME TIMEAMPM HHMM E8601TM B8601TM IS8601TM NLTIME NLTIMAP'

const TIMES: ReadonlyMap<string, TimeKind> = new Map([
  ...DATES.split(' ').map((name) => [name, 'date'] as const),
  // With a letter for the separator of day, month and year.
  ...['MMDDYY', 'DDMMYY', 'YYMMDD'].flatMap((name) =>
    Array.from(' BCDNPS', (x) => [(name + x).trim(), 'date'] as const),
  ),
  ...DATETIMES.split(' ').map((name) => [name, 'datetime'] as const),
  ...CLOCKS.split(' ').map((name) => [name, 'time'] as const),
])

/** Formats of numbers with decimals in SAS, from any program. */
const DECIMALS = new Set(['', 'F', 'E', 'D', 'Z', 'BEST', 'COMMA', 'COMMAX', 'DOLLAR', 'DOLLARX', 'EURO', 'PERCENT'])

/** Days and seconds from 1960-01-01, the first day of SAS, to 1970-01-01. */
const FIRST: Readonly<Record<TimeKind, number>> = { date: 3653, datetime: 3653 * 86_400, time: 0 }

const DEFAULTS: Readonly<Record<TimeKind, SasFormat>> = {
  date: { name: 'DATE', width: 9, decimals: 0 },
  datetime: { name: 'DATETIME', width: 20, decimals: 0 },
  time: { name: 'TIME', width: 8, decimals: 0 },
}

/** Returns the kind of time that a format shows. */
export function timeOf(format: SasFormat): TimeKind | undefined {
  return TIMES.get(format.name.toUpperCase())
}

/** Returns the number of SAS for 1970-01-01. */
export function firstOf(time: TimeKind | undefined): number {
  return time === undefined ? 0 : FIRST[time]
}

/** Returns a format in the notation of SAS; undefined for a column without one. */
export function textOfFormat({ name, width, decimals }: SasFormat): string | undefined {
  if (name === '' && width === 0) return undefined
  return `${name}${width > 0 ? width : ''}.${decimals > 0 ? decimals : ''}`
}

/**
 * Parses the notation of a format.
 *
 * @param text - The notation: `DATE9.`, `COMMA10.2`.
 * @returns The format; undefined for other notations: `%td`, `A6`.
 */
export function parseFormat(text: string): SasFormat | undefined {
  const parts = /^(\$?(?:\w*[A-Za-z_])?)(\d*)\.(\d*)$/.exec(text)
  if (parts === null) return undefined
  return { name: parts[1], width: Number(parts[2]), decimals: Number(parts[3]) }
}

/** Returns the output format of a column: its own if SAS has it, else the default of its kind. */
export function writtenFormat(
  text: string | undefined,
  time: TimeKind | undefined,
  stored: 'number' | 'text',
): SasFormat {
  const format = text === undefined ? undefined : parseFormat(text)
  const usual = time === undefined ? { name: '', width: 0, decimals: 0 } : DEFAULTS[time]
  if (format === undefined || format.name.startsWith('$') !== (stored === 'text')) return usual
  if (timeOf(format) !== time) return usual
  // Other programs end no format with a point.
  return text?.endsWith('.') || time !== undefined || DECIMALS.has(format.name.toUpperCase()) ? format : usual
}
