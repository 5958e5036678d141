import { calendarDay, daysSince1970, isoNumber, isoText, type TimeKind } from '@sdc/core'

/** Form of the dates or times of a text file. */
export interface DateFormat {
  readonly kind: TimeKind
  /** Its tokens: `DD.MM.YYYY`. */
  readonly text: string
  /** Returns the number of a text; NaN for a text of another form, or a day or time that does not exist. */
  parse(text: string): number
  /** Returns the text of a number, rounded down to the precision of the format; undefined beyond its years. */
  print(value: number): string | undefined
}

/** Default formats. */
export const isoFormats = { date: 'YYYY-MM-DD', datetime: 'YYYY-MM-DDThh:mm:ss', time: 'hh:mm:ss' } as const

/** Part of a date or time in a token. */
type Part = 'year' | 'month' | 'day' | 'hour' | 'minute' | 'second'

interface Token {
  readonly part: Part
  /** Number of written digits; 3 letters for the name of a month. */
  readonly width: number
  /** Expression of the accepted texts. */
  readonly pattern: string
}

/**
 * Tokens of a format. `M`, `D` and `h` are written without leading zeros. All except the years accept one digit if a
 * mark follows; `MON` accepts English names. `YY` means 1930 to 2029.
 */
const tokens: ReadonlyMap<string, Token> = new Map<string, Token>([
  ['YYYY', { part: 'year', width: 4, pattern: '\\d{4}' }],
  ['YY', { part: 'year', width: 2, pattern: '\\d{2}' }],
  ['MON', { part: 'month', width: 3, pattern: '[A-Za-z]{3,9}' }],
  ['MM', { part: 'month', width: 2, pattern: '\\d{2}' }],
  ['M', { part: 'month', width: 1, pattern: '\\d{1,2}' }],
  ['DD', { part: 'day', width: 2, pattern: '\\d{2}' }],
  ['D', { part: 'day', width: 1, pattern: '\\d{1,2}' }],
  ['hh', { part: 'hour', width: 2, pattern: '\\d{2}' }],
  ['h', { part: 'hour', width: 1, pattern: '\\d{1,2}' }],
  ['mm', { part: 'minute', width: 2, pattern: '\\d{2}' }],
  ['ss', { part: 'second', width: 2, pattern: '\\d{2}(?:\\.\\d{1,9})?' }],
])

const MONTHS = 'January February March April May June July August September October November December'.split(' ')
/** First year of two digits: 30 is 1930, 29 is 2029. */
const PIVOT = 1930
const DAY = 86_400

/** Reason why a text is not a format. */
export interface FormatProblem {
  readonly problem: string
}

/**
 * Parses the form of dates or times: YYYY, YY, MM, M, MON, DD, D, hh, h, mm and ss between marks.
 *
 * @param kind - Kind of the column.
 * @param text - Its form; ISO 8601 if undefined.
 * @returns The format, or the reason why the text is not one.
 */
export function dateFormat(kind: TimeKind, text: string = isoFormats[kind]): DateFormat | FormatProblem {
  // The ISO forms accept years of all lengths, and durations of more than a day.
  if (text === isoFormats[kind]) return isoFormat(kind)
  const pieces = text.match(/YYYY|YY|MON|MM|M|DD|D|hh|h|mm|ss|[TZ]|[^A-Za-z0-9]+|./gu) ?? []
  const held = new Set<Part>()
  for (const piece of pieces) {
    const token = tokens.get(piece)
    if (token === undefined) {
      if (/^[A-Za-z0-9]$/.test(piece) && piece !== 'T' && piece !== 'Z')
        return { problem: `${JSON.stringify(piece)} in it is not YYYY, YY, MM, M, MON, DD, D, hh, h, mm or ss` }
    } else if (held.has(token.part)) return { problem: `it has the ${token.part} twice` }
    else held.add(token.part)
  }
  const problem = lacking(kind, held)
  if (problem !== undefined) return { problem }
  return compiled(kind, text, pieces)
}

function lacking(kind: TimeKind, held: ReadonlySet<Part>): string | undefined {
  const needs = (part: Part, of: Part): string | undefined =>
    held.has(of) && !held.has(part) ? `it has the ${of} without the ${part}` : undefined
  const hasDay = kind !== 'time'
  const hasClock = kind !== 'date'
  if (hasDay && !held.has('year')) return 'it has no year (YYYY or YY)'
  if (!hasDay && held.has('year')) return 'a time has no year: set kind: datetime'
  if (hasClock && !held.has('hour')) return 'it has no hour (hh): set kind: date for days'
  if (!hasClock && held.has('hour')) return 'a date has no hour: set kind: datetime'
  return (
    needs('month', 'day') ??
    needs('hour', 'minute') ??
    needs('minute', 'second') ??
    (kind === 'datetime' ? needs('day', 'hour') : undefined)
  )
}

function isoFormat(kind: TimeKind): DateFormat {
  return {
    kind,
    text: isoFormats[kind],
    parse: (text) => isoNumber(kind, text),
    print: (value) => isoText(kind, kind === 'date' ? Math.floor(value) : value),
  }
}

function compiled(kind: TimeKind, text: string, pieces: readonly string[]): DateFormat {
  const parts: Part[] = []
  const expression = new RegExp(
    `^${pieces
      .map((piece, i) => {
        const token = tokens.get(piece)
        if (token === undefined) return piece.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
        parts.push(token.part)
        // Without adjacent marks, a number has all its digits.
        const isApart = !tokens.has(pieces[i - 1] ?? '') && !tokens.has(pieces[i + 1] ?? '')
        const isShort = isApart && token.pattern === '\\d{2}' && token.part !== 'year'
        return `(${isShort ? '\\d{1,2}' : token.pattern})`
      })
      .join('')}$`,
    'u',
  )
  const isShortYear = pieces.includes('YY')
  return {
    kind,
    text,
    parse(written) {
      const match = expression.exec(written)
      if (match === null) return Number.NaN
      const numbers = { year: 1970, month: 1, day: 1, hour: 0, minute: 0, second: 0 }
      for (const [i, part] of parts.entries()) numbers[part] = numberOf(part, match[i + 1])
      const { hour, minute, second } = numbers
      const whole = Math.floor(second)
      const fraction = second === whole ? 0 : Number(`0.${/\.(\d+)/.exec(match[1 + parts.indexOf('second')])?.[1]}`)
      const year = isShortYear ? PIVOT + ((numbers.year - (PIVOT % 100) + 100) % 100) : numbers.year
      if (kind !== 'time' && year < 1) return Number.NaN
      if (hour > 23 || minute > 59 || second >= 60) return Number.NaN
      const days = kind === 'time' ? 0 : daysSince1970(year, numbers.month, numbers.day)
      return kind === 'date' ? days : days * DAY + (hour * 3600 + minute * 60 + whole + fraction)
    },
    print(value) {
      const days = kind === 'date' ? Math.floor(value) : Math.floor(value / DAY)
      const { year, month, day } = calendarDay(days)
      const [first, last] = isShortYear ? [PIVOT, PIVOT + 99] : [1, 9999]
      if (kind === 'time' ? days !== 0 : year < first || year > last) return undefined
      const seconds = kind === 'date' ? 0 : value - days * DAY
      const numbers = {
        year: isShortYear ? year % 100 : year,
        month,
        day,
        hour: Math.floor(seconds / 3600),
        minute: Math.floor(seconds / 60) % 60,
        second: 0,
      }
      return pieces.map((piece) => printed(piece, numbers, kind, value)).join('')
    },
  }
}

function numberOf(part: Part, text: string): number {
  if (part !== 'month' || /\d/.test(text)) return Number(text)
  const name = text.toLowerCase()
  // Also accepts June and Sept with four letters.
  return 1 + MONTHS.findIndex((month) => month.toLowerCase().startsWith(name))
}

function printed(piece: string, numbers: Readonly<Record<Part, number>>, kind: TimeKind, value: number): string {
  const token = tokens.get(piece)
  if (token === undefined) return piece
  if (piece === 'MON') return MONTHS[numbers.month - 1].slice(0, 3)
  // The shortest fraction that reads back as the same number.
  if (token.part === 'second') return isoText(kind, value).replace(/^.*:/, '')
  return String(numbers[token.part]).padStart(token.width, '0')
}
