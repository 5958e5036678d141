import { SdcError } from '@sdc/core'

/** Notation of numbers in a language, and the separator of its CSV files. */
export interface NumberMarks {
  readonly decimal: '.' | ','
  /** Mark between groups of digits; empty if there is none. */
  readonly thousands: string
  /** Digits in the last group, and in those before it. */
  readonly groups: readonly [last: number, others: number]
  /** `;` if the comma is the decimal mark. */
  readonly separator: string
}

/** A number that shows all groups of a language. */
const SAMPLE = -1_234_567_890.5

/**
 * Returns the number marks of a language.
 *
 * @param locale - Its BCP 47 tag: `de`, `fr-CH`.
 * @returns Its notation of numbers, in the digits 0 to 9.
 * @throws BAD_OPTION for an invalid tag, or a language without data
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
  // Groups are requested, since some languages group only from 10,000 on, or not at all.
  return new Intl.NumberFormat(locale, { numberingSystem: 'latn', useGrouping: true }).formatToParts(SAMPLE)
}

function unknownLocale(locale: string): SdcError {
  const message = `"${locale}" is not a language with known numbers`
  return new SdcError('BAD_OPTION', message, { parameter: 'locale' }, 'Name one by its tag: de, fr, en-GB, de-CH.')
}

/** Blanks and apostrophes are interchangeable: typed ones and typographic ones. */
const alike = ["'’", ' \u00a0\u2009\u202f']

/**
 * Returns a reader of numbers in the notation of a language. A misplaced mark is refused: under `de`, `1.234` is 1234
 * and `1.5` is not a number.
 *
 * @param marks - Marks of the language.
 * @returns A function that returns the number as digits with a decimal point, undefined for other texts.
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
 * Returns a writer of numbers in the notation of a language, with the digits that read back bit-equal, so that they
 * still add up.
 *
 * @param marks - Marks of the language.
 * @param hasThousands - True to mark groups of digits.
 * @returns A function that returns the text of a number.
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
