import { wrapped } from './wrapped.js'

/** Letters by how much of their size they take in a wide sans-serif face. */
const narrow = /[ijlI|!.,:;' ]/
const slender = /[ftr()[\]/\\"-]/
const wide = /[mwMW%@=+×<>−…]/
/** Of lower-case words, on the mean of their letters. */
const MEAN = 0.58
const BOLD = 1.13

/** About how wide a text is in a wide sans-serif face, so that it needs rather less room than more. */
export function textWidth(text: string, size: number, bold = false): number {
  let ems = 0
  for (const letter of text) {
    if (narrow.test(letter)) ems += 0.33
    else if (slender.test(letter)) ems += 0.42
    else if (wide.test(letter)) ems += 0.96
    else if (/[a-z0-9]/.test(letter)) ems += 0.62
    else if (/[A-Z]/.test(letter)) ems += 0.76
    // Of other scripts the widest: as wide as high.
    else ems += (letter.codePointAt(0) ?? 0) > 0x2fff ? 1 : 0.7
  }
  return ems * size * (bold ? BOLD : 1)
}

/** Number of letters of usual words that fit in this width in pixels. */
export function lettersIn(width: number, size: number, bold = false): number {
  return Math.max(1, Math.floor(width / (size * MEAN * (bold ? BOLD : 1))))
}

/** The text, cut to a length; letters that XML does not know are left out. */
export function shortened(text: string, most: number): string {
  const letters = [...clean(text)]
  return letters.length > most ? `${letters.slice(0, most - 1).join('')}…` : letters.join('')
}

/** The text, cut in its middle to a length: what tells names apart often stands at their ends. */
export function shortenedWithin(text: string, most: number): string {
  const letters = [...clean(text)]
  if (letters.length <= most) return letters.join('')
  const end = Math.floor((most - 1) / 2)
  return `${letters.slice(0, most - 1 - end).join('')}…${letters.slice(-end).join('')}`
}

/** The label of an axis with its unit; a long label is cut, its unit never. */
export function axisText({ label, unit }: { readonly label: string; readonly unit: string }, most = 60): string {
  const behind = unit === '' ? '' : ` (${shortened(unit, 20)})`
  return shortened(label, most - behind.length) + behind
}

/** Without control characters and halves of pairs, which no SVG may contain; line ends become spaces. */
export function clean(text: string): string {
  return text
    .replace(/[\r\n\t]+/g, ' ')
    .replace(/[^\u0020-\uFFFD\u{10000}-\u{10FFFF}]|[\u007F-\u009F]|\p{Surrogate}/gu, '')
}

/**
 * A text in lines of so many letters, whole: a word that is longer than a line is broken.
 *
 * @param text - Letters that no picture may contain are left out.
 * @param letters - The most of a line.
 */
export function brokenLines(text: string, letters: number): string[] {
  const most = Math.max(1, letters)
  return wrapped(clean(text), most)
    .split('\n')
    .flatMap((line) => {
      const all = [...line]
      return Array.from({ length: Math.max(1, Math.ceil(all.length / most)) }, (_, i) =>
        all.slice(i * most, (i + 1) * most).join(''),
      )
    })
}
