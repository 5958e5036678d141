/**
 * Fits a help text to a width: paragraphs break between words, examples before options; rows keep their second column.
 */
export function fitHelp(text: string, width: number): string {
  return text
    .split('\n')
    .flatMap((line) => (line.length <= width ? [line] : broken(line, width)))
    .join('\n')
}

function broken(line: string, width: number): string[] {
  const hang = isExample(line) ? indentOf(line) + 4 : hangOf(line)
  const parts = isExample(line) ? optionsOf(line) : line.split(/(?<=\S) /)
  const room = isExample(line) ? width - 2 : width
  const lines: string[] = []
  let current = ''
  for (const part of parts) {
    const longer = current === '' ? part : `${current} ${part}`
    if (current !== '' && longer.length > room) {
      lines.push(isExample(line) ? `${current} \\` : current)
      current = ' '.repeat(hang) + part.trimStart()
    } else current = longer
  }
  return [...lines, current]
}

/** Cuts an example before each option and each quoted text. */
function optionsOf(line: string): string[] {
  const parts: string[] = []
  let before = ''
  for (const word of line.match(/\s*(?:"[^"]*"|'[^']*'|[^\s"'])+/g) ?? []) {
    const begins = word.startsWith(' -') || (/^ ["']/.test(word) && !before.startsWith(' -'))
    if (parts.length === 0) parts.push(word)
    else if (begins) parts.push(word.slice(1))
    else parts[parts.length - 1] += word
    before = word
  }
  return parts
}

/** Returns true for a command that can be copied to a shell. */
function isExample(line: string): boolean {
  return /^\s+(?:sdc|cat|node|npx) /.test(line)
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length
}

/** Returns the indent of further lines: that of the second column if there is one. */
function hangOf(line: string): number {
  const column = /^\s*\S+(?: \S+){0,3}\s{2,}(?=\S)/.exec(line)
  return column === null ? indentOf(line) : column[0].length
}
