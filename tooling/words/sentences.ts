/** A line of text with its number in its file. */
export interface Line {
  readonly text: string
  readonly line: number
}

/** A sentence of a text. */
export interface Sentence {
  readonly line: number
  /** The sentence as it is written. */
  readonly text: string
  /** Text with inline code, addresses and placeholders replaced by `x`, in which patterns are searched. */
  readonly masked: string
  readonly isHeading: boolean
}

interface Block {
  readonly lines: readonly Line[]
  readonly isHeading: boolean
}

/** Splits Markdown, a docblock or a message into sentences; code blocks and table rules are skipped. */
export function sentencesOf(lines: readonly Line[]): Sentence[] {
  return blocksOf(lines).flatMap(sentencesOfBlock)
}

/** Splits a text that begins at a line of its file. */
export function sentencesOfText(text: string, line = 1): Sentence[] {
  return sentencesOf(text.split('\n').map((one, i) => ({ text: one, line: line + i })))
}

const fence = /^\s*(```|~~~)/
const listItem = /^\s*(?:[-*+•]|\d+[.)])\s+/
const heading = /^\s*#{1,6}\s+/
const command = /^\s+(?:sdc|npx|npm|node|docker) /
const tableRule = /^[\s|:-]*$/

function blocksOf(lines: readonly Line[]): Block[] {
  const blocks: Block[] = []
  let open: Line[] = []
  let indent = 0
  let inFence = false
  let inComment = false
  const close = (): void => {
    if (open.length > 0) blocks.push({ lines: open, isHeading: false })
    open = []
  }
  for (const { text: raw, line } of lines) {
    if (fence.test(raw)) {
      inFence = !inFence
      close()
      continue
    }
    if (inFence) continue
    if (!inComment && raw.includes('<!--')) close()
    const wasComment: boolean = inComment || raw.includes('<!--')
    inComment = wasComment && !raw.includes('-->')
    if (wasComment) continue
    const marker = listItem.exec(raw)?.[0] ?? ''
    const own = raw.length - raw.trimStart().length
    if (raw.trim() === '') close()
    else if (heading.test(raw)) {
      close()
      blocks.push({ lines: [{ text: raw.replace(heading, ''), line }], isHeading: true })
    } else if (raw.trimStart().startsWith('|')) {
      close()
      if (!tableRule.test(raw))
        for (const cell of raw.trim().split(/(?<!\\)\|/))
          blocks.push({ lines: [{ text: cell, line }], isHeading: false })
    } else {
      // More deeply indented lines are code, or separate blocks; continued lines of a list item are aligned with its
      // text.
      const isDeeper = own > indent + 1
      const isRow = /\S {3,}\S/.test(raw)
      if (marker !== '' || open.length === 0 || isDeeper || isRow) {
        close()
        if (marker === '' && (own >= 4 || (own > 0 && command.test(raw)))) continue
        indent = marker === '' ? own : marker.length
      }
      open.push({ text: raw.slice(marker === '' ? own : marker.length), line })
    }
  }
  close()
  return blocks
}

const codeSpan = /(`+)(?!`)[\s\S]*?[^`]\1(?!`)/g
const target = /\]\([^()\s]*(?:\([^()]*\)[^()\s]*)*\)/g
const address = /https?:\/\/\S+[^\s.,;:)]/g
const docLink = /\{@link[^}]*\}/g
const emphasis = /\*\*|(?<![\w*])[*_](?=\S)|(?<=\S)[*_](?![\w*])/g

/** Has the same length, so that positions agree with those of the text. */
function masked(text: string): string {
  const fill = (part: string): string => 'x'.repeat(part.length)
  return text
    .replace(codeSpan, fill)
    .replace(target, fill)
    .replace(docLink, fill)
    .replace(address, fill)
    .replace(emphasis, (part) => '\u200B'.repeat(part.length))
}

const end = /[.!?]+["'”’»)\]\u200B]*(?=\s)/g

function sentencesOfBlock({ lines, isHeading }: Block): Sentence[] {
  const text = lines.map((one) => one.text).join('\n')
  const mask = masked(text)
  const lineAt = (at: number): number => lines[text.slice(0, at).split('\n').length - 1]?.line ?? 0
  const sentences: Sentence[] = []
  let from = 0
  const add = (to: number): void => {
    const start = from + (/^\s*/.exec(text.slice(from, to))?.[0].length ?? 0)
    const flat = (part: string): string => part.slice(start, to).replace(/\s+/g, ' ').trim()
    const plain = flat(mask).replaceAll('\u200B', '')
    if (plain !== '') sentences.push({ line: lineAt(start), text: flat(text), masked: plain, isHeading })
    from = to
  }
  for (const match of mask.matchAll(end)) {
    const to = match.index + match[0].length
    if (match[0].startsWith('...') || isAbbreviated(mask.slice(from, match.index + 1), mask.slice(to))) continue
    add(to)
  }
  add(text.length)
  return sentences
}

const abbreviation = /\b(?:e\.g|i\.e|vs|cf|et al|approx|resp|incl|ca|St|Dr|Prof)\.$/
const numbered = /\b(?:nos?|eqs?|figs?|pp|secs?|sect|tab|vol|ch|th|prop)\.$/i

/** "Eq. 4" continues; "Is it? No." ends. */
const isAbbreviated = (before: string, after: string): boolean =>
  abbreviation.test(before) || (numbered.test(before) && /^\s+[\d(]/.test(after))

/** Returns the number of words, which have a letter or a digit. */
export function wordCount({ masked: text }: Sentence): number {
  return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length
}
