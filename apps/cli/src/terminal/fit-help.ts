/**
 * Fits the text of a help to a terminal. A source line is a paragraph, an example, or a row of two columns: a paragraph is
 * broken between words, an example between two options, and a row keeps its second column. Lines are never joined.
 *
 * @param text - Lines of any length.
 * @param width - Columns of the terminal.
 * @returns The text in lines that fit, as far as words do.
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

/** An example cut before each option and each text in quotes, none of which is cut. */
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

/** A line that can be copied to a shell, and is to be one command still. */
function isExample(line: string): boolean {
  return /^\s+(?:sdc|cat|node|npx) /.test(line)
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length
}

/** Where the second line of what is said begins: under the second column, where there is one. */
function hangOf(line: string): number {
  const column = /^\s*\S+(?: \S+){0,3}\s{2,}(?=\S)/.exec(line)
  return column === null ? indentOf(line) : column[0].length
}
