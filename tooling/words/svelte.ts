import type { Line } from './sentences.js'
import { isProse, textsOfSource, type SourceText } from './source.js'

/** Returns the texts of a Svelte component: its script, and the expressions and words of its markup. */
export function textsOfSvelte(file: string, text: string): SourceText[] {
  const texts: SourceText[] = []
  const code = (part: string, at: number): void => {
    // Leading blank lines keep the line numbers.
    const padding = '\n'.repeat(text.slice(0, at).split('\n').length - 1)
    texts.push(...textsOfSource(`${file}.ts`, padding + part, () => false, true))
  }
  // Has the same length, so that positions agree with those of the file.
  const blank = (part: string): string => part.replace(/[^\n]/g, ' ')
  let markup = text
    .replace(/<script\b[^>]*>([\s\S]*?)<\/script>/g, (whole, script: string, at: number) => {
      code(script, at + whole.indexOf('>') + 1)
      return blank(whole)
    })
    .replace(/<style\b[\s\S]*?<\/style>/g, blank)
    .replace(/<!--([\s\S]*?)-->/g, (whole, comment: string, at: number) => {
      texts.push({ lines: linesAt(comment, at), kind: 'comment' })
      return blank(whole)
    })
  for (const [from, to] of expressions(markup)) {
    const inner = markup.slice(from + 1, to)
    const logic = /^\s*([#:/@])\w+( if)?/.exec(inner)
    code(`;(${blank(logic?.[0] ?? '')}${inner.slice(logic?.[0].length ?? 0).replace(/ as .*$/, '')})`, from)
    markup =
      markup.slice(0, from) +
      (logic === null ? 'X'.padEnd(to - from + 1, 'x') : blank(markup.slice(from, to + 1))).replace(
        /./g,
        (c, i: number) => (text[from + i] === '\n' ? '\n' : c),
      ) +
      markup.slice(to + 1)
  }
  const words = markup.replace(/<\/?([a-zA-Z][\w.]*)\b[^<>]*?>/g, (tag, name: string, at: number) => {
    for (const attribute of tag.matchAll(/\s(?!class|style|id\b)[\w-]+="([^"]*)"/g))
      add(attribute[1] ?? '', at + attribute.index)
    return /^(b|i|em|strong|code|a|span|sup|sub|abbr)$/.test(name) ? blank(tag) : `\0\0${blank(tag.slice(2))}`
  })
  let at = 0
  for (const block of words.split('\0\0')) {
    add(block, at)
    at += block.length + 2
  }
  return texts

  function add(part: string, start: number): void {
    const flat = part.replace(/[^\S\n]+/g, ' ')
    if (isProse(flat)) texts.push({ lines: linesAt(flat.replace(/\n /g, '\n'), start), kind: 'message' })
  }

  function linesAt(part: string, start: number): Line[] {
    const first = text.slice(0, start).split('\n').length
    return part.split('\n').map((one, i) => ({ text: one.trim(), line: first + i }))
  }
}

/** Returns the positions of outermost `{…}` in markup. */
function expressions(markup: string): (readonly [number, number])[] {
  const found: (readonly [number, number])[] = []
  let depth = 0
  let from = 0
  for (let i = 0; i < markup.length; i += 1) {
    if (markup[i] === '{') {
      if (depth === 0) from = i
      depth += 1
    } else if (markup[i] === '}' && depth > 0) {
      depth -= 1
      if (depth === 0) found.push([from, i])
    }
  }
  return found
}
