import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const docs = fileURLToPath(new URL('../../docs/', import.meta.url))

/** Returns the sidebar: the pages of docs/ in an order for newcomers. */
export function sidebar() {
  return [
    group('Start', [
      page('index', 'Home'),
      page('guides/install'),
      ...folder('tutorials'),
      page('which-method'),
      page('synthetic'),
      page('risks'),
    ]),
    group('Guides', linked('Guides')),
    group('From other programs', [page('from-sdcmicro'), page('from-arx'), page('from-argus')]),
    group('Methods', families('methods'), true),
    group('Metrics', families('metrics'), true),
    group('Commands', folder('commands'), true),
    group('Table methods', folder('tables'), true),
    group('Attacks', [page('attacks'), ...folder('attacks')], true),
    group('Query services', folder('services'), true),
    group('Papers', folder('papers'), true),
    group('Reference', [page('claims'), page('intervals'), page('errors'), page('references')]),
    group('API', folder('api'), true),
  ]
}

const group = (text, items, collapsed) => ({
  text,
  items: items.filter((item) => item !== undefined),
  ...(collapsed === undefined ? {} : { collapsed }),
})

/** Returns a page by its first heading; undefined if there is none. */
function page(name, text) {
  const file = join(docs, `${name}.md`)
  return existsSync(file) ? { text: text ?? titleOf(file), link: `/${name}` } : undefined
}

const titleOf = (file) => /^# (.*)$/m.exec(readFileSync(file, 'utf8'))?.[1].replaceAll('`', '') ?? file

/** Returns the pages linked by a section of docs/index.md, in order. */
function linked(heading) {
  const section = readFileSync(join(docs, 'index.md'), 'utf8')
    .split(/^## /m)
    .find((text) => text.startsWith(heading))
  return [...section.matchAll(/\]\(([\w/-]+)\.md\)/g)].map(([, name]) => page(name))
}

/** Returns the pages of a folder and its subfolders, the index first. */
function folder(name) {
  const path = join(docs, name)
  if (!existsSync(path)) return []
  const entries = readdirSync(path, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
  const names = entries.filter((entry) => entry.name.endsWith('.md')).map((entry) => entry.name.slice(0, -3))
  const own = names.filter((one) => one !== 'index').map((one) => page(`${name}/${one}`))
  const below = entries.filter((entry) => entry.isDirectory()).flatMap((entry) => folder(`${name}/${entry.name}`))
  return [...(names.includes('index') ? [{ ...page(`${name}/index`), link: `/${name}/` }] : []), ...own, ...below]
}

/** Returns the pages of cards: the index, then a group for each family. */
function families(name) {
  const path = join(docs, name)
  if (!existsSync(path)) return []
  const entries = readdirSync(path, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  return [
    { text: 'All', link: `/${name}/` },
    ...entries
      .map((entry) => entry.name)
      .sort()
      .map((family) => group(family, folder(`${name}/${family}`), true)),
  ]
}
