/** A publication. Its key, in a map of references, is its authors and its year: `moore-1996`. */
export interface Reference {
  /** `Surname, Initials`, in the order of the publication. */
  readonly authors: readonly string[]
  readonly year: number
  readonly title: string
  /** The journal, the proceedings or the publisher. */
  readonly in: string
  readonly doi?: string
}

export type References = Readonly<Record<string, Reference>>

/** Where something comes from. What was not published before has no key: `where` then says what it rests on. */
export interface Source {
  /** A key of the references of its plugin. */
  readonly key?: string
  /** The place in it, and what was taken from there. */
  readonly where: string
}

/** What is wrong with the form of a source; whether its keys are known is asked by `unknownKeys`. */
export function sourceProblems(source: unknown): string[] {
  if (!Array.isArray(source) || source.length === 0) return ['source is missing']
  return (source as readonly (Partial<Source> | null)[]).flatMap((one, i) => {
    if (typeof one?.where !== 'string' || one.where.trim() === '') return [`source ${i + 1} does not say where`]
    return one.key === undefined || typeof one.key === 'string' ? [] : [`the key of source ${i + 1} is not a text`]
  })
}

/**
 * Returns the keys of sources that are not among the references.
 *
 * @param source - Sources of a card.
 * @param references - References by key.
 * @returns The keys, in the order of the sources.
 */
export function unknownKeys(source: readonly Source[], references: References = {}): string[] {
  return source.flatMap(({ key }) => (key === undefined || Object.hasOwn(references, key) ? [] : [key]))
}

/** `Muralidhar & Sarathy 2007`. */
export function cite({ authors, year }: Reference): string {
  const names = authors.map((author) => author.split(',')[0])
  const last = names.length > 1 ? ` & ${names.at(-1)}` : ''
  return `${names.slice(0, Math.max(1, names.length - 1)).join(', ')}${last} ${year}`
}

/**
 * Returns sources as text: `Muralidhar & Sarathy 2007, §3.1; …`.
 *
 * @param source - Sources of a card.
 * @param references - References by key; an unknown key is written itself.
 * @returns The text, sources separated by semicolons.
 */
export function sourceText(source: readonly Source[], references: References = {}): string {
  return source
    .map(({ key, where }) => {
      if (key === undefined) return where
      return `${Object.hasOwn(references, key) ? cite(references[key]) : key}, ${where}`
    })
    .join('; ')
}
