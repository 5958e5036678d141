import { briefNumber, shortNumber } from '@sdc/report/looks'

/** Words of the command line and of schema files with the page's words, the longer ones first. */
const words: readonly (readonly [RegExp, string])[] = [
  // What only a file or a command has: `(schema: min: 0 keeps them out)`, `(missing: [...])`, `(sdc methods)`.
  [/\s*\((?:schema|role|roles|kind|missing|levels?|integer|separator|decimal|min|max|rules)\b[^()]*:[^()]*\)/g, ''],
  [/\s*\((?:sdc|via sdc) [^()]*\)|\s*\([a-z]+[A-Z][A-Za-z]*\)/g, ''],
  // Advice that only a command has, and parameters without a control.
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
 * A text with its percentages to two significant digits. One that then looks like another number of the text, such as a limit that it
 * exceeds, has three.
 */
function briefPercents(text: string): string {
  return text.replaceAll(/(?<![\d.,])\d+\.\d+(?= %)/g, (digits) => {
    if (digits.replace(/^[0.]*|\./g, '').length < 4) return digits
    const brief = briefNumber(Number(digits))
    return text.includes(` ${brief} %`) ? shortNumber(Number(Number(digits).toPrecision(3))) : brief
  })
}

/** Words that only the command line or a file of the user has. */
const foreign =
  /\bschema\b|\bof the command line\b|(?:^|\s)--?[a-z][a-z-]*|\bsdc [a-z]+|[a-z]+: [[{]|=@FILE|\b[a-z]+[A-Z][A-Za-z]*: /

/**
 * Words a message of the packages for the page: without keys of schema files and commands, and with titles in place of ids.
 *
 * @param text - The message.
 * @param titleOf - Title of a method or metric; undefined for another text of that form.
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
 * Words a remedy for the page: sentences that advise an option of the command line or a key of a schema are left out.
 *
 * @returns The other sentences; empty if there are none.
 */
export function pageFix(fix: string, titleOf: (id: string) => string | undefined): string {
  return fix
    .split(/(?<=[.!?])\s+(?=[A-Z“])/)
    .map((sentence) => pageText(sentence, titleOf))
    .filter((sentence) => !foreign.test(sentence))
    .join(' ')
}

/** Returns true if a text has words that the page does not have. */
export function isForeign(text: string): boolean {
  return foreign.test(text)
}

/** Keys of texts for people in answers of the worker; all others, like names and levels, are the file's. */
const spoken = new Set(
  'advice exposed fix message movesNote notes reason reasons refused sentence sentences text verdict warnings why'.split(
    ' ',
  ),
)

/** Keys of settings: nothing of them is for people alone. */
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
