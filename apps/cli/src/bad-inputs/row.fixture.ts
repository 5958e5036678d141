import type { workFolder } from '../cli.fixture.js'

/** One bad input: description, arguments, code of the error (empty if the parser refuses it), and required message. */
export type Row = readonly [what: string, argv: readonly string[], code: string, message: RegExp]

/** The valid files that accompany bad inputs. */
export interface Setting {
  readonly work: ReturnType<typeof workFolder>
  readonly good: string
  readonly masked: string
  readonly schema: string
  readonly plan: string
  readonly keep: string
  readonly released: string
  readonly service: string
  /** A service with the camouflaged column income. */
  readonly hidden: string
  readonly table: string
  readonly plugin: string
  /** Output file, which must not be written. */
  readonly out: string
}

/** A command with one place for a file: returns the arguments for a path there. */
export type Slot = readonly [command: string, argv: (path: string) => readonly string[]]

/**
 * Parses rows of a table: `what | arguments | code | /message/` on each line. Arguments are separated by blanks, and
 * quoted if they contain blanks; an interpolated list is several arguments. Lines with # are comments.
 */
export function rowsOf({ raw }: TemplateStringsArray, ...values: readonly (string | readonly string[])[]): Row[] {
  const text = raw.reduce((before, part, i) => `${before}\0${i - 1}\0${part}`)
  const filled = (word: string): string => word.replace(/\0(\d+)\0/g, (_, i: string) => String(values[Number(i)]))
  const argument = (word: string): readonly string[] => {
    const list = values[Number(/^\0(\d+)\0$/.exec(word)?.[1])]
    if (list !== undefined) return typeof list === 'string' ? [list] : list
    return [filled(word.replace(/^'(.*)'$/, '$1'))]
  }
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [what, argv, code, message] = line.split(' | ')
      const [, pattern, flags] = /^\/(.*)\/([a-z]*)$/.exec(message) ?? []
      const words = argv.match(/'[^']*'|\S+/g) ?? []
      return [filled(what), words.flatMap(argument), code, new RegExp(pattern, flags)]
    })
}
