import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path/posix'
import { describe, expect, it } from 'vitest'
import { generated, pages } from './pages.js'

const root = new URL('../../', import.meta.url)
const docs = new URL('docs/', root)

describe('what is generated', async () => {
  const [files, texts] = [await generated(), await pages()]

  it.each([...files])('%s is what the registry says now: `pnpm run docs` writes it', (name, text) => {
    expect(readFileSync(new URL(name, root), 'utf8')).toBe(text)
  })

  it('link to headings and pictures that are there', () => {
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
    // Every method and metric names a source, and every source is linked; each has pictures.
    expect(links).toBeGreaterThan(500)
  })
})
