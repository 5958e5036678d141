import { fitHelp } from '../../apps/cli/src/terminal/fit-help.js'
import { cite, type References, type Source } from '@sdc/core'

/** Escapes text for the cell of a table. */
const cell = (text: string): string => text.replaceAll('|', '\\|')

/** Escapes a sentence of a card for Markdown and HTML, except code in backticks. */
export const prose = (text: string): string =>
  text
    .split(/(`[^`]*`)/)
    .map((part, i) => (i % 2 === 1 ? part : escaped(part)))
    .join('')

const escaped = (text: string): string =>
  text.replaceAll(/[*\\]|~~|(?<![\p{L}\p{N}])_|\](?=\()/gu, '\\$&').replaceAll(/<(?=[\p{L}/!?])/gu, '&lt;')

/** Returns a table; the header names the columns. */
export function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`
  return [line(header), `|${header.map(() => '---|').join('')}`, ...rows.map(line)].join('\n')
}

/** Returns commands as a code block; a long one is broken before options. */
export const shell = (commands: readonly string[]): string =>
  `\`\`\`sh\n${fitHelp(commands.map((one) => `  ${one}`).join('\n'), 76).replaceAll(/^ {2}/gm, '')}\n\`\`\``

/** Returns sentences as a bullet list. */
export const list = (sentences: readonly string[]): string => sentences.map((one) => `- ${one}`).join('\n')

/** Returns sources, each linked to the page of references; `up` is the path to its folder. */
export function sourceLinks(source: readonly Source[], references: References = {}, up = ''): string {
  return source
    .map(({ key, where }) =>
      key === undefined ? prose(where) : `[${cite(references[key])}](${up}references.md#${key}), ${prose(where)}`,
    )
    .join('; ')
}

/** Joins the non-empty parts of a page by blank lines. */
export function page(title: string, about: string, parts: readonly string[]): string {
  const generated = '<!-- Written by `pnpm run docs`: change what it is made from, not this page. -->'
  return `${[`# ${title}`, generated, about, ...parts].filter((part) => part !== '').join('\n\n')}\n`
}
