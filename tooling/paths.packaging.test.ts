import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join, normalize } from 'node:path/posix'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))

/** All files of the tree, including uncommitted ones. */
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 1e8,
})
  .trim()
  .split('\n')
  .filter((file) => existsSync(join(root, file)))

/** All files and folders. */
const known = new Set(
  files.flatMap((file) => file.split('/').map((_, depth, parts) => parts.slice(0, depth + 1).join('/'))),
)

/** Returns the text to check: all of Markdown, and comments of sources. Files written by changesets are excluded. */
const texts = files.filter(
  (file) =>
    /(?:\.(?:md|ts|mts|mjs|cjs|js|svelte|ya?ml)|^\.ci\/run)$/.test(file) &&
    !/^\.changeset\/|CHANGELOG\.md$|^pnpm-lock\.yaml$/.test(file),
)

/** Names of all files, without their folders. */
const names = new Set(files.map((file) => basename(file)))

/**
 * A path in running text: from a folder of the root or of a package, or to a source or a page, also by its name alone.
 * `*`, `**`, `{a,b}` and the placeholders `<name>` and `…` match any text.
 */
const path =
  /(?<![\w@./~$*{<>:-])(?:\.{0,2}\/)*(?:(?:packages|apps|tooling|docs|reference|src|\.github|\.ci)\/[\w.@*{},<>…/-]*|(?:[\w.@*<>…-]+\/)*[\w.@*<>…-]+\.(?:ts|mjs|cjs|svelte|md)(?![\w-]))/g

/** Paths that no clone has: build outputs, and files of a reader (`my-plugin.mjs`). */
const isElsewhere = (token: string): boolean => /(?:^|\/)(?:(?:dist|node_modules)(?:\/|$)|(?:my|your)-)/.test(token)

/** Returns a path with `*` or a placeholder as a regular expression of whole paths. */
function patternOf(token: string): RegExp {
  const source = token
    .split(/(\*\*\/?|\*|<[^>]*>|…|\{[^}]*\})/)
    .map((part, i) => {
      if (i % 2 === 0) return part.replace(/[.+?^$()|[\]\\{}]/g, '\\$&')
      if (part.startsWith('**')) return '.*'
      return part.startsWith('{') ? `(?:${part.slice(1, -1).replaceAll(',', '|')})` : '[^/]*'
    })
    .join('')
  return new RegExp(`^${source}$`)
}

/**
 * Returns the folders from which a path in a file may start: the root, packages, its own, that of its package, and the
 * package's src.
 */
function startsOf(file: string): string[] {
  const [own] = /^(?:packages|apps|tooling)\/[^/]+(?=\/)/.exec(file) ?? []
  return ['', 'packages', dirname(file), ...(own === undefined ? [] : [own, `${own}/src`])]
}

function exists(token: string, file: string): boolean {
  const wanted = startsOf(file).map((start) => normalize(join(start, token)).replace(/\/$/, ''))
  if (!/[*<…{]/.test(token)) return names.has(token) || wanted.some((one) => known.has(one))
  const patterns = wanted.map(patternOf)
  return [...known, ...names].some((one) => patterns.some((pattern) => pattern.test(one)))
}

const isMarkdown = (file: string): boolean => file.endsWith('.md')

/** Returns the comments of a source, line by line; a line without a comment is empty. */
function commentsOf(text: string): string[] {
  let end: string | undefined
  return text.split('\n').map((line) => {
    if (end === undefined) {
      const [open, mark] = /^\s*(\/\*|<!--|\/\/|#)|\s(?:\/\/|#|\/\*\*?|<!--)\s/.exec(line) ?? []
      if (open === undefined) return ''
      const start = mark ?? open.trim()
      if (start.startsWith('/*')) end = '*/'
      if (start === '<!--') end = '-->'
      line = line.slice(line.indexOf(open))
    }
    if (end !== undefined && line.includes(end)) end = undefined
    return line
  })
}

/** Returns Markdown line by line, without code blocks. */
function proseOf(text: string): string[] {
  let isCode = false
  return text.split('\n').map((line) => {
    const isFence = /^\s*(?:```|~~~)/.test(line)
    if (isFence) isCode = !isCode
    return isFence || isCode ? '' : line
  })
}

/** Returns the anchors of a page: GitHub's slugs of its headings, and explicit ids. */
function anchorsOf(text: string): Set<string> {
  const anchors = new Set([...text.matchAll(/<a (?:id|name)="([^"]+)"/g)].map(([, id]) => id))
  for (const line of proseOf(text)) {
    const [, heading] = /^#{1,6}\s+(.*?)\s*#*$/.exec(line) ?? []
    if (heading === undefined) continue
    const slug = heading
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\p{M}_\- ]/gu, '')
      .replaceAll(' ', '-')
    let free = slug
    for (let i = 1; anchors.has(free); i++) free = `${slug}-${i}`
    anchors.add(free)
  }
  return anchors
}

/** Anchors by page. */
const anchorsOfPages = new Map<string, Set<string>>()
function anchorsIn(page: string): Set<string> {
  const found = anchorsOfPages.get(page) ?? anchorsOf(readFileSync(join(root, page), 'utf8'))
  anchorsOfPages.set(page, found)
  return found
}

/** Returns the broken links of a page. */
function badLinks(file: string, text: string): string[] {
  const leads = (target: string): boolean => {
    const [to, anchor] = target.split('#')
    const page = normalize(join(dirname(file), to)).replace(/\/$/, '')
    if (to !== '' && !known.has(page)) return false
    if (anchor === undefined || !isMarkdown(to || file)) return true
    return (to === '' ? anchorsOf(text) : anchorsIn(page)).has(anchor)
  }
  return proseOf(text).flatMap((line, i) =>
    [...line.matchAll(/\]\(<?([^)\s>]+)>?(?:\s+"[^"]*")?\)/g)]
      .map(([, target]) => target)
      .filter((target) => !/^[a-z][a-z+.-]*:/i.test(target) && !leads(target))
      .map((target) => `${file}:${i + 1}: ${target}`),
  )
}

/** Returns the missing paths named by a text, each with file and line. */
function badPaths(file: string, text: string): string[] {
  // Targets of links are checked separately.
  const lines = isMarkdown(file) ? text.replace(/\]\([^)\n]*\)/g, ']').split('\n') : commentsOf(text)
  const paths = lines.flatMap((line, i) =>
    [...line.matchAll(path)]
      .map(([token]) => token.replace(/[.,…/]+$/, ''))
      .filter((token) => !isElsewhere(token) && !exists(token, file))
      .map((token) => `${file}:${i + 1}: ${token}`),
  )
  return isMarkdown(file) ? [...paths, ...badLinks(file, text)] : paths
}

describe('paths and links', () => {
  it('exist in all pages and all comments', () => {
    expect(texts.length).toBeGreaterThan(1000)
    expect(texts.flatMap((file) => badPaths(file, readFileSync(join(root, file), 'utf8')))).toEqual([])
  })

  it.each([
    ['docs/page.md', 'See `packages/core/src/index.ts`, packages/*/src and docs/claims.md.', []],
    [
      'docs/page.md',
      'See `packages/core/src/gone.ts`, packages/*/gone.',
      ['packages/core/src/gone.ts', 'packages/*/gone'],
    ],
    ['docs/page.md', '[a](claims.md) [b](gone.md) [c](https://a.b/gone.md)', ['gone.md']],
    ['docs/page.md', '## One & `two`\n[a](#one--two) [b](#one-two)', ['#one-two']],
    ['docs/page.md', '[a](../CONTRIBUTING.md#release) [b](../CONTRIBUTING.md#gone)', ['../CONTRIBUTING.md#gone']],
    [
      'packages/core/src/a.ts',
      '// see gone/a.ts\n/** As\n * plugin/gone.ts and plugin/plugin.ts. */',
      ['gone/a.ts', 'plugin/gone.ts'],
    ],
    [
      '.github/workflows/a.yml',
      'run: gone/a.mjs\n# tooling/gone/a.mjs, packages/core/dist/a.ts',
      ['tooling/gone/a.mjs'],
    ],
  ])('are recognised in %s: %j', (file, text, bad) => {
    expect(badPaths(file, text).map((line) => line.replace(/^\S+:\d+: /, ''))).toEqual(bad)
  })
})
