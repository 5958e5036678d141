import { cite, notesByTopic, type Note, type References, type Source } from '@sdc/core'

/** Text as the cell of a table. */
export const cell = (text: string): string => text.replaceAll('|', '\\|')

/** A table of cells; the header names the columns. */
export function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`
  return [line(header), `|${header.map(() => '---|').join('')}`, ...rows.map(line)].join('\n')
}

/** A heading in bold with its sentences, or nothing where there are none. */
export function list(heading: string, sentences: readonly string[]): string {
  return sentences.length === 0 ? '' : `**${heading}**\n\n${sentences.map((one) => `- ${one}`).join('\n')}`
}

/** The notes of a card under the headings of their topics. */
export function noteLists(notes: readonly Note[] | undefined): string[] {
  return notesByTopic(notes).map(([heading, texts]) => list(heading, texts))
}

/** Sources, each linked to the page of references. */
export function sourceLinks(source: readonly Source[], references: References = {}): string {
  return source
    .map(({ key, where }) => (key === undefined ? where : `[${cite(references[key])}](references.md#${key}), ${where}`))
    .join('; ')
}

/** The parts of a page that are not empty, a blank line between them. */
export function page(title: string, about: string, parts: readonly string[]): string {
  const generated = '<!-- Written by `pnpm run docs` from the registry: change the cards, not this page. -->'
  return `${[`# ${title}`, generated, about, ...parts].filter((part) => part !== '').join('\n\n')}\n`
}
