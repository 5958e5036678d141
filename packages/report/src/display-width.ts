/**
 * Splits text into graphemes: a letter with its accents, a flag, or a family of emoji, which a terminal shows as one.
 */
let graphemes: Intl.Segmenter | undefined

/** Escape sequences for colours and weights; they take no room. */
const paint = new RegExp(`${String.fromCodePoint(27)}\\[[0-9;]*m`, 'g')

/** Emoji, flags and keycaps, which take two cells. */
const picture = /\p{Emoji_Presentation}|\uFE0F|\u20E3|\p{Regional_Indicator}{2}/u

/**
 * Blocks of double-width letters (East Asian Width W and F of Unicode 16): Hangul, Han with their radicals and
 * punctuation, Kana, Yi, full-width forms, Tangut, Khitan, Nushu, hexagrams and counting rods.
 */
const wide =
  /[\u1100-\u115F\u2329\u232A\u2630-\u2637\u268A-\u268F\u2E80-\u303E\u3041-\u3247\u3250-\uA4CF\uA960-\uA97C\uAC00-\uD7A3\uF900-\uFAFF\uFE10-\uFE19\uFE30-\uFE6F\uFF01-\uFF60\uFFE0-\uFFE6\u{16FE0}-\u{18DFF}\u{1AFF0}-\u{1B2FF}\u{1D300}-\u{1D376}\u{1F200}-\u{1F265}\u{20000}-\u{3FFFD}]/u

/** Vowels and finals of Hangul, which join the block of their first letter. */
const within = /[\u1160-\u11FF\uD7B0-\uD7FB]/u

/** Zero-width characters: marks, control characters, joiners. */
const nothing = /^[\p{Control}\p{Nonspacing_Mark}\p{Enclosing_Mark}\p{Default_Ignorable_Code_Point}\p{Surrogate}]*$/u

/**
 * Returns the number of terminal cells of a text: 2 for a Chinese letter or an emoji, 0 for a combining accent.
 *
 * @param text - One line; colours in it take no room.
 * @returns The number of cells.
 */
export function displayWidth(text: string): number {
  if (isPlain(text)) return text.length
  let width = 0
  for (const one of lettersOf(text.replace(paint, ''))) width += letterWidth(one)
  return width
}

/**
 * Returns the beginning of a text that fits a width, with … at its end if something was cut.
 *
 * @param text - One line without colours.
 * @param width - Number of cells available.
 * @returns A text of at most that width.
 */
export function cut(text: string, width: number): string {
  if (displayWidth(text) <= width) return text
  if (width < 1) return ''
  let kept = ''
  let used = 1
  for (const one of lettersOf(text)) {
    used += letterWidth(one)
    if (used > width) break
    kept += one
  }
  return `${kept.trimEnd()}…`
}

/**
 * Replaces control characters with blanks: a line end in a column name would break the table, an escape sequence could
 * rewrite the screen.
 *
 * @param text - Any text.
 * @returns The text on one line.
 */
export function oneLine(text: string): string {
  return /[\p{Control}\u2028\u2029\p{Bidi_Control}]/u.test(text)
    ? text.replace(/[\p{Control}\u2028\u2029\p{Bidi_Control}]+/gu, ' ')
    : text
}

/** Returns true for European letters, their punctuation, mathematical signs and rules; each takes one cell. */
function isPlain(text: string): boolean {
  return /^[\u0020-\u007E\u00A1-\u00AC\u00AE-\u02AF\u0370-\u03FF\u0400-\u0482\u2010-\u2027\u2200-\u22FF\u2500-\u257F]*$/.test(
    text,
  )
}

function lettersOf(text: string): string[] {
  if (isPlain(text)) return [...text]
  graphemes ??= new Intl.Segmenter('en', { granularity: 'grapheme' })
  return Array.from(graphemes.segment(text), ({ segment }) => segment)
}

function letterWidth(letter: string): number {
  if (nothing.test(letter)) return 0
  if (picture.test(letter)) return 2
  const [first, ...others] = letter
  return (wide.test(first) ? 2 : 1) + others.filter((one) => !nothing.test(one) && !within.test(one)).length
}
