import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path/posix'
import { createRegistry } from '@sdc/core'
import standard from '@sdc/standard'
import { describe, expect, it } from 'vitest'
import measured from './measured.json' with { type: 'json' }
import { beforeAfter, shownOf } from './measured/measured.js'
import { columnsOf, file, masked, notShown } from './measured/scene.js'
import { generated, pages } from './pages.js'

const root = new URL('../../', import.meta.url)
const docs = new URL('docs/', root)

describe('generated pages', async () => {
  const [files, texts] = [await generated(), await pages()]

  it.each([...files])('%s equals the output for the present registry: `pnpm run docs` writes it', (name, text) => {
    expect(readFileSync(new URL(name, root), 'utf8')).toBe(text)
  })

  it('link to existing headings and pictures', () => {
    const anchors = new Map(
      [...texts].map(([name, text]) => [
        name,
        new Set(
          [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading]) => heading.toLowerCase().replace(/[^a-z0-9-]/g, '')),
        ),
      ]),
    )
    let links = 0
    for (const [name, text] of texts) {
      for (const [link, file, anchor] of text.matchAll(/\]\(([\w./-]+\.(?:md|svg))(?:#([^)]*))?\)/g)) {
        const target = join(dirname(name), file)
        expect(existsSync(new URL(target, docs)), `${name}: ${link}`).toBe(true)
        if (anchor !== undefined) expect(anchors.get(target), `${name}: ${link}`).toContain(anchor)
        links++
      }
    }
    // Every method and metric names a source, every source is linked, and each has pictures.
    expect(links).toBeGreaterThan(500)
  })
})

describe('pictures of census.csv', () => {
  const registry = createRegistry().use(standard).freeze()

  it.each(['methods', 'metrics'] as const)('exist for all %s of the registry, and are small', (sort) => {
    const cards: Readonly<Record<string, { readonly pictures: readonly string[] }>> = measured[sort]
    // The file has no dates, and its records have no person ids.
    const ids = registry.all(sort).map(({ id }) => id)
    expect(Object.keys(cards)).toEqual(ids.filter((id) => !notShown.has(id)))
    const named = Object.entries(cards).flatMap(([id, { pictures }]) => pictures.map((kind) => `${id}-${kind}.svg`))
    const folder = new URL(`${sort}/`, docs)
    const there = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.svg'))
    expect(there.toSorted()).toEqual(named.toSorted())
    for (const name of there) expect(readFileSync(new URL(name, folder)).length, name).toBeLessThan(30_000)
  })

  it.each(['noise/additive', 'coding/local-suppression'])(
    'equal the present result for %s: `pnpm run docs measured` draws them',
    async (id) => {
      const data = file()
      const drawn = beforeAfter(data, await masked(registry, data, shownOf(registry, id)), columnsOf(registry, id))
      for (const [kind, text] of Object.entries(drawn))
        expect(readFileSync(new URL(`methods/${id}-${kind}.svg`, docs), 'utf8'), kind).toBe(text)
    },
  )
})
