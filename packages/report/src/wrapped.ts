import { displayWidth, oneLine } from './display-width.js'
import type { Screen } from './screen.js'

/**
 * Breaks a paragraph into lines at blanks; a longer word is on a separate line.
 *
 * @param text - The paragraph.
 * @param width - Number of cells of a line.
 * @param indent - Prefix of every line.
 * @returns The lines, joined by line ends.
 */
export function wrapped(text: string, width: number, indent = ''): string {
  return lines(text.split(/\s+/), width, indent, indent).join('\n')
}

/** Escape sequences for the weights and colours of our own tables; a text may contain them. */
const painted = new RegExp(`(${String.fromCodePoint(27)}\\[(?:1|2|22|31|33|39)m)`)

/**
 * Returns a text for a screen. For a terminal, lines are broken at blanks and control sequences are removed, except the
 * weights and colours of tables. For a pipe and a file the text is unchanged. Long words such as paths are not broken, so
 * that they can be copied.
 *
 * @param text - The text; its lines are broken by themselves.
 * @param screen - Target of the text.
 * @param hang - Prefix of every further line.
 * @returns The text.
 */
export function flowed(text: string, { width, wraps = false }: Pick<Screen, 'width' | 'wraps'>, hang = ''): string {
  if (!wraps || !Number.isFinite(width)) return text
  return text
    .split('\n')
    .map((line) =>
      line
        .split(painted)
        .map((part) => (painted.test(part) ? part : oneLine(part)))
        .join(''),
    )
    .flatMap((line) => {
      const own = /^ */.exec(line)?.[0] ?? ''
      return displayWidth(line) <= width ? [line] : brokenLines(line.trimStart(), width, own + hang, own)
    })
    .join('\n')
}

/**
 * Breaks a paragraph into lines at blanks. A word wider than a line is broken unless it is a path or a list, which
 * users copy.
 *
 * @param text - One line.
 * @param width - Number of cells of a line.
 * @param hang - Prefix of every further line.
 * @param indent - Prefix of the first line.
 * @returns The lines.
 */
export function brokenLines(text: string, width: number, hang = '', indent = ''): string[] {
  // Two blanks are an intended gap.
  return lines(text.split(' '), width, indent, hang).flatMap((line, i) => {
    if (displayWidth(line) <= width || /[/\\]\S*[/\\]|\S,\S+,\S/.test(line)) return [line]
    return pieces(line, width, i === 0 && indent === hang ? indent : hang)
  })
}

/** Cuts a line into pieces that fit, between graphemes. */
function pieces(line: string, width: number, hang: string): string[] {
  const found: string[] = []
  let piece = ''
  let used = 0
  for (const { segment } of new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(line)) {
    const own = displayWidth(segment)
    if (used + own > width && piece.length > hang.length) {
      found.push(piece)
      piece = hang
      used = displayWidth(hang)
    }
    piece += segment
    used += own
  }
  return [...found, piece]
}

function lines(words: readonly string[], width: number, indent: string, hang: string): string[] {
  const found: string[] = []
  let line = ''
  let used = 0
  for (const word of words) {
    const own = displayWidth(word)
    const before = found.length === 0 ? indent : hang
    if (line !== '' && before.length + used + 1 + own > width) {
      found.push(before + line)
      line = word
      used = own
    } else {
      line = line === '' ? word : `${line} ${word}`
      used += line === word ? own : own + 1
    }
  }
  return [...found, (found.length === 0 ? indent : hang) + line]
}
