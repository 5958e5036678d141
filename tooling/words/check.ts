import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { patternsIn } from './patterns.js'
import { publicNames } from './public-names.js'
import { sentencesOf, type Sentence } from './sentences.js'
import { textsOfSource, type SourceText } from './source.js'
import { textsOfSvelte } from './svelte.js'

/** Kinds of text; comments are those that no user reads, including docblocks of private names. */
export const kinds = ['markdown', 'help', 'messages', 'docblocks', 'comments', 'tests'] as const
export type Kind = (typeof kinds)[number]

/** A sentence that is not plain English. */
export interface Finding {
  readonly kind: Kind
  /** Relative to the repository. */
  readonly file: string
  readonly line: number
  readonly pattern: string
  readonly sentence: string
}

const kindOf = { help: 'help', message: 'messages', docblock: 'docblocks', comment: 'comments', test: 'tests' } as const

/** Quotations are not checked: references, and the patterns themselves. */
const quoted = /(^|\/)(references\.md|literature\.ts|references\.ts|words\/patterns\.ts)$/

/**
 * Finds the sentences that are not plain English.
 *
 * @param root - Folder of the repository.
 * @param of - Paths to check, relative to it; by default all.
 * @returns The findings.
 */
export function findings(root: string, of: readonly string[] = ['']): Finding[] {
  const names = new Map<string, ReadonlyMap<string, ReadonlySet<string>>>()
  return filesOf(root)
    .filter((file) => of.some((path) => path === '' || file === path || file.startsWith(`${path.replace(/\/$/, '')}/`)))
    .flatMap((file) => findingsIn(file, readFileSync(join(root, file), 'utf8'), publicOf(file)))

  function publicOf(file: string): (name: string) => boolean {
    const [parent = '', name = ''] = file.split('/')
    if (parent !== 'packages' || !file.endsWith('.ts')) return () => false
    const folder = join(root, parent, name)
    const ofPackage = names.get(folder) ?? publicNames(folder)
    names.set(folder, ofPackage)
    const own = ofPackage.get(join(root, file))
    return (one) => own !== undefined && (own.has('*') || own.has(one))
  }
}

/** Returns the findings of one file, which is parsed by its extension. */
export function findingsIn(file: string, text: string, isPublic: (name: string) => boolean = () => true): Finding[] {
  const add = (kind: Kind, sentence: Sentence): Finding[] =>
    patternsIn(sentence, { fragments: kind === 'messages', questions: kind === 'messages' }).map((pattern) => ({
      kind,
      file,
      line: sentence.line,
      pattern,
      sentence: sentence.text,
    }))
  if (file.endsWith('.md')) {
    // Front matter is not prose; a line of sources is a list of citations.
    const lines = text
      .replace(/^---\n[\s\S]*?\n---\n/, (front) => front.replace(/[^\n]/g, ''))
      .replace(/^Source: \[.*$/gm, '')
      .split('\n')
    return sentencesOf(lines.map((one, i) => ({ text: one, line: i + 1 }))).flatMap((one) => add('markdown', one))
  }
  const isOurs = !/\.(test|fixture|setup|browser)\.|packages\/testing\//.test(file)
  const texts: SourceText[] = file.endsWith('.svelte')
    ? textsOfSvelte(file, text)
    : textsOfSource(file, text, isPublic, isOurs)
  return texts.flatMap(({ lines, kind }) => sentencesOf(lines).flatMap((one) => add(kindOf[kind], one)))
}

/** Number of findings by kind and area. */
export type Counts = Readonly<Record<string, Readonly<Record<string, number>>>>

/** Counts findings by kind, and by package or first folder. */
export function countsOf(found: readonly Finding[]): Counts {
  const counts: Record<string, Record<string, number>> = {}
  for (const { kind, file } of found) {
    const [first = '', second = ''] = file.split('/')
    const area = first === 'packages' || first === 'apps' ? `${first}/${second}` : first
    const ofKind = (counts[kind] ??= {})
    ofKind[area] = (ofKind[area] ?? 0) + 1
  }
  return Object.fromEntries(
    Object.entries(counts).map(([kind, areas]) => [kind, Object.fromEntries(Object.entries(areas).sort())]),
  )
}

const read = /\.(md|ts|mts|mjs|cjs|svelte)$/

function filesOf(root: string): string[] {
  const files: string[] = []
  const walk = (folder: string): void => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name)
      const isHidden = entry.name.startsWith('.') && !/^\.(changeset|github)$/.test(entry.name)
      if (isHidden || /^(node_modules|dist|out|coverage)$/.test(entry.name) || path === join(root, 'docs/api')) continue
      if (entry.isDirectory()) walk(path)
      else if (read.test(entry.name) && !quoted.test(path)) files.push(relative(root, path).replaceAll('\\', '/'))
    }
  }
  walk(root)
  return files.sort()
}
