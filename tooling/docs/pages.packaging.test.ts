import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { generated, pages } from './pages.js'

const root = new URL('../../', import.meta.url)
const docs = new URL('docs/', root)

describe('what is generated', () => {
  it.each([...generated()])('%s is what the registry says now: `pnpm run docs` writes it', (name, text) => {
    expect(readFileSync(new URL(name, root), 'utf8')).toBe(text)
  })

  it('link to headings that are there', () => {
    const anchors = new Map(
      [...pages()].map(([name, text]) => [
        name,
        new Set(
          [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading]) => heading.toLowerCase().replace(/[^a-z0-9-]/g, '')),
        ),
      ]),
    )
    let links = 0
    for (const [name, text] of pages()) {
      for (const [link, file, anchor] of text.matchAll(/\]\(([a-z]+\.md)(?:#([^)]*))?\)/g)) {
        expect(existsSync(new URL(file, docs)), `${name}: ${link}`).toBe(true)
        if (anchor !== undefined) expect(anchors.get(file), `${name}: ${link}`).toContain(anchor)
        links++
      }
    }
    // Every method and metric names a source, and every source is linked.
    expect(links).toBeGreaterThan(50)
  })
})
