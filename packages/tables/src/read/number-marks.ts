import { SdcError } from '@sdc/core'

/** How the numbers of a language are written, and what separates the cells of its CSV files. */
export interface NumberMarks {
  readonly decimal: '.' | ','
  /** What stands between groups of digits; empty where nothing does. */
  readonly thousands: string
  /** Digits in the last group, and in those before it. */
  readonly groups: readonly [last: number, others: number]
  /** `;` where the comma is the decimal mark. */
  readonly separator: string
}

/** A number whose groups show all that can be asked of a language. */
const SAMPLE = -1_234_567_890.5

/**
 * The marks of a language.
 *
 * @param locale - Its BCP 47 tag: `de`, `fr-CH`.
 * @returns How it writes numbers, in the digits 0 to 9.
 * @throws BAD_OPTION for what is not a tag, or a language that nobody knows the marks of
 */
export function numberMarks(locale: string): NumberMarks {
  const parts = partsOf(locale)
  const of = (type: string): string[] => parts.filter((part) => part.type === type).map(({ value }) => value)
  const [decimal] = of('decimal')
  const digits = of('integer').map(({ length }) => length)
  if (decimal !== '.' && decimal !== ',') throw unknownLocale(locale)
  return {
    decimal,
    thousands: of('group').at(0) ?? '',
    groups: [digits.at(-1) ?? 3, digits.at(-2) ?? 3],
    separator: decimal === ',' ? ';' : ',',
  }
}

function partsOf(locale: string): Intl.NumberFormatPart[] {
  let known: string[]
  try {
    known = Intl.NumberFormat.supportedLocalesOf(locale)
  } catch {
    throw unknownLocale(locale)
  }
  if (known.length === 0) throw unknownLocale(locale)
  // Where a language groups from 10,000 on only, or not at all, what it writes is asked for with groups.
  return new Intl.NumberFormat(locale, { numberingSystem: 'latn', useGrouping: true }).formatToParts(SAMPLE)
}

function unknownLocale(locale: string): SdcError {
  const message = `"${locale}" is not a language with known numbers`
  return new SdcError('BAD_OPTION', message, { parameter: 'locale' }, 'Name one by its tag: de, fr, en-GB, de-CH.')
}

/** Blanks, and apostrophes, are alike: what a keyboard has stands for what a printer takes. */
const alike = ["'’", ' \u00a0\u2009\u202f']

/**
 * What reads numbers as a language writes them. A mark that is not where the language has it makes no number: under `de`,
 * `1.234` is 1234 and `1.5` is none.
 *
 * @param marks - The marks of the language.
 * @returns The number as digits with a decimal point, undefined for other texts.
 */
export function plainNumbers({
  decimal,
  thousands,
  groups: [last, others],
}: NumberMarks): (text: string) => string | undefined {
  const letters = alike.find((set) => set.includes(thousands) && thousands !== '') ?? thousands
  const group = letters.replace(/[\\\].^-]/g, '\\$&')
  const grouped = letters === '' ? '' : `\\d{1,${others}}(?:[${group}]\\d{${others}})*[${group}]\\d{${last}}|`
  const form = new RegExp(`^([+\\-−]?)(${grouped}\\d+)(?:\\${decimal}(\\d+))?(e[+-]?\\d+)?$`, 'i')
  return (text) => {
    const found = form.exec(text.trim())
    if (found === null) return undefined
    const [, sign, whole, part, power = ''] = found
    const point = part === undefined ? '' : `.${part}`
    return `${sign === '' || sign === '+' ? '' : '-'}${whole.replace(/\D/g, '')}${point}${power}`
  }
}

/**
 * What writes numbers as a language does, each with the digits that read back bit-equal, so that they still add up.
 *
 * @param marks - The marks of the language.
 * @param hasThousands - Whether groups of digits are marked.
 * @returns The text of a number.
 */
export function numberWriter(marks: NumberMarks, hasThousands: boolean): (value: number) => string {
  const {
    decimal,
    thousands,
    groups: [last, others],
  } = marks
  return (value) => {
    const [, sign, whole, rest] = /^(-?)(\d+)(.*)$/.exec(String(value)) ?? ['', '', '', String(value)]
    const head = whole.slice(0, -last)
    const isGrouped = hasThousands && head !== '' && !rest.includes('e')
    const parts = isGrouped
      ? [...(head.match(new RegExp(`\\d{1,${others}}(?=(?:\\d{${others}})*$)`, 'g')) ?? []), whole.slice(-last)]
      : [whole]
    return `${sign}${parts.join(thousands)}${rest.replace('.', decimal)}`
  }
}
