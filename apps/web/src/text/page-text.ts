import { briefNumber, shortNumber } from '@sdc/report/looks'

/** Words of the command line and of schema files with the words of the page, the longer ones first. */
const words: readonly (readonly [RegExp, string])[] = [
  // Text for files or commands only: `(schema: min: 0 keeps them out)`, `(missing: [...])`, `(sdc methods)`.
  [/\s*\((?:schema|role|roles|kind|missing|levels?|integer|separator|decimal|min|max|rules)\b[^()]*:[^()]*\)/g, ''],
  [/\s*\((?:sdc|via sdc) [^()]*\)|\s*\([a-z]+[A-Z][A-Za-z]*\)/g, ''],
  // Advice for commands only, and parameters without a control.
  [/, set populationSize or samplingFraction, or name the population \([^)]*\)/g, ''],
  [/\bsamplingFraction is not set\b/g, 'no sampling fraction is known'],
  [/ with replacement tail-mean\b/g, ''],
  [/\s*\(“[^”]*” of the command line\)/g, ''],
  [/[;:] “[^”]*” of the command line[^;.()]*(?=[;.]|$)/g, ''],
  [/[;:] “[^”]*” of the command line[^;.()]* \(/g, ' ('],
  [/(,| or|, or) a schema(?: with (?:the )?roles(?: of the columns)?)?(?=[.;,)]|$)/g, ''],
  [/(?:in|of) (?:a|the) schema(?: for both files)?(?: \(“?[^()]*\))?/g, 'under Roles'],
  [/\bkind: categorical\b/g, 'the kind “category”'],
  [/\bkind: numeric\b/g, 'the kind “number”'],
  [/\bkind: date\b/g, 'the kind “date”'],
  [
    /\b(?:role|level): (confidential|quasi-identifier|item|non-confidential|identifier|weight|household|person|wave|record)\b/g,
    'the role $1',
  ],
  [/,$/g, ''],
  [/\bthe schema’s\b|\bthe schema's\b/g, 'the stated'],
  [/\b(?:a|the) schema\b/g, 'the description of the columns'],
]

/**
 * Rounds the percentages of a text to two significant digits. One that would equal another number of the text, such as
 * an exceeded limit, gets three.
 */
function briefPercents(text: string): string {
  return text.replaceAll(/(?<![\d.,])\d+\.\d+(?= %)/g, (digits) => {
    if (digits.replace(/^[0.]*|\./g, '').length < 4) return digits
    const brief = briefNumber(Number(digits))
    return text.includes(` ${brief} %`) ? shortNumber(Number(Number(digits).toPrecision(3))) : brief
  })
}

/** Words that occur only in the command line or in a file of the user. */
const foreign =
  /\bschema\b|\bof the command line\b|(?:^|\s)--?[a-z][a-z-]*|\bsdc [a-z]+|[a-z]+: [[{]|=@FILE|\b[a-z]+[A-Z][A-Za-z]*: /

/**
 * Words a message of the packages for the page: without keys of schema files and commands, and with titles instead of
 * ids.
 *
 * @param text - The message.
 * @param titleOf - Title of a method or metric; undefined for another text of that form.
 * @returns The text.
 */
export function pageText(text: string, titleOf: (id: string) => string | undefined): string {
  const worded = words.reduce((so, [pattern, instead]) => so.replaceAll(pattern, instead), text)
  return briefPercents(worded).replaceAll(/(?<![\w/.])([a-z][a-z0-9-]*\/[a-z0-9-]+)(?![\w/])/g, (id, _, at) => {
    const title = titleOf(id)
    if (title === undefined) return id
    // Within a sentence without a capital, unless it begins with an abbreviation.
    return at > 0 && /^[A-Z][a-z]/.test(title) ? title[0].toLowerCase() + title.slice(1) : title
  })
}

/**
 * Words a remedy for the page, without sentences that advise an option of the command line or a key of a schema.
 *
 * @param fix - The remedy.
 * @param titleOf - Title of a method or metric; undefined for another text of that form.
 * @returns The other sentences; empty if there are none.
 */
export function pageFix(fix: string, titleOf: (id: string) => string | undefined): string {
  return fix
    .split(/(?<=[.!?])\s+(?=[A-Z“])/)
    .map((sentence) => pageText(sentence, titleOf))
    .filter((sentence) => !foreign.test(sentence))
    .join(' ')
}

/** Returns true if a text has words that the page does not use. */
export function isForeign(text: string): boolean {
  return foreign.test(text)
}

/** Keys of texts for people in answers of the worker; other texts, such as names and levels, belong to the file. */
const spoken = new Set(
  'advice exposed fix message movesNote notes reason reasons refused sentence sentences text verdict warnings why'.split(
    ' ',
  ),
)

/** Keys of settings, which contain no texts for people. */
const facts = new Set(['steps', 'then', 'varied', 'proposed', 'schema', 'settings'])

/** Words all texts for people in an answer of the worker. */
export function pageAnswer<T>(answer: T, titleOf: (id: string) => string | undefined): T {
  const worded = (value: unknown, key: string): unknown => {
    if (typeof value === 'string')
      return key === 'fix' ? pageFix(value, titleOf) : spoken.has(key) ? pageText(value, titleOf) : value
    if (Array.isArray(value)) return value.map((one) => worded(one, key))
    if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [name, facts.has(name) ? one : worded(one, name)]),
    )
  }
  return worded(answer, '') as T
}
