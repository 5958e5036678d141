import { wrapped } from './wrapped.js'

/** Classes of letters by their width in a wide sans-serif font, relative to the font size. */
const narrow = /[ijlI|!.,:;' ]/
const slender = /[ftr()[\]/\\"-]/
const wide = /[mwMW%@=+×<>−…]/
/** Mean width of lower-case letters. */
const MEAN = 0.58
const BOLD = 1.13

/**
 * Estimates the width of a text in a wide sans-serif font, rather too wide than too narrow.
 *
 * @param text - The text.
 * @param size - Font size in pixels.
 * @param bold - True for bold letters.
 * @returns The width in pixels.
 */
export function textWidth(text: string, size: number, bold = false): number {
  let ems = 0
  for (const letter of text) {
    if (narrow.test(letter)) ems += 0.33
    else if (slender.test(letter)) ems += 0.42
    else if (wide.test(letter)) ems += 0.96
    else if (/[a-z0-9]/.test(letter)) ems += 0.62
    else if (/[A-Z]/.test(letter)) ems += 0.76
    // Letters of other scripts count as wide as high.
    else ems += (letter.codePointAt(0) ?? 0) > 0x2fff ? 1 : 0.7
  }
  return ems * size * (bold ? BOLD : 1)
}

/** Returns the number of letters of typical words that fit this width in pixels. */
export function lettersIn(width: number, size: number, bold = false): number {
  return Math.max(1, Math.floor(width / (size * MEAN * (bold ? BOLD : 1))))
}

/** Returns the text cut to a length, without characters that XML does not allow. */
export function shortened(text: string, most: number): string {
  const letters = [...clean(text)]
  return letters.length > most ? `${letters.slice(0, most - 1).join('')}…` : letters.join('')
}

/** Returns the text cut in its middle to a length, since names often differ at their ends. */
export function shortenedWithin(text: string, most: number): string {
  const letters = [...clean(text)]
  if (letters.length <= most) return letters.join('')
  const end = Math.floor((most - 1) / 2)
  return `${letters.slice(0, most - 1 - end).join('')}…${letters.slice(-end).join('')}`
}

/** Returns the label of an axis with its unit; a long label is cut, its unit never. */
export function axisText({ label, unit }: { readonly label: string; readonly unit: string }, most = 60): string {
  const behind = unit === '' ? '' : ` (${shortened(unit, 20)})`
  return shortened(label, most - behind.length) + behind
}

/** Removes control characters and unpaired surrogates, which SVG does not allow; line ends become spaces. */
export function clean(text: string): string {
  return text
    .replace(/[\r\n\t]+/g, ' ')
    .replace(/[^\u0020-\uFFFD\u{10000}-\u{10FFFF}]|[\u007F-\u009F]|\p{Surrogate}/gu, '')
}

/**
 * Breaks a text into lines, without loss; a word longer than a line is broken.
 *
 * @param text - Any text; characters that XML does not allow are left out.
 * @param letters - Most letters in a line.
 * @returns The lines.
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
