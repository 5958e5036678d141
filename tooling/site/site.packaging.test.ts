import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import MiniSearch from 'minisearch'
import { beforeAll, describe, expect, it } from 'vitest'
import { searchOptions } from './search.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const site = join(root, 'out/site')

describe('the site', () => {
  let said = ''

  beforeAll(() => {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['tooling/scripts/site.mjs'], {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 1e8,
    })
    expect(status, stdout + stderr).toBe(0)
    said = stdout
  }, 900_000)

  it('is built in a minute of CPU', () => {
    expect(Number(/([\d.]+) s of CPU/.exec(said)?.[1])).toBeLessThan(60)
  })

  it('has no dead link', () => {
    const dead = pages().flatMap((page) =>
      linksOf(page)
        .filter((link) => !leads(page, link))
        .map((link) => `${page}: ${link}`),
    )
    expect(dead).toEqual([])
    expect(pages().length).toBeGreaterThan(200)
  })

  it('detects a link to a missing page or heading', () => {
    const broken = ['gone.html', 'methods/index.html#gone', '#gone', 'gone.svg']
    expect(broken.filter((link) => leads('index.html', link))).toEqual([])
    expect(leads('index.html', './methods/index.html#noise')).toBe(true)
  })

  it('requests nothing from other servers', () => {
    const asked = pages().flatMap((page) => [
      ...read(page).matchAll(/<(?:script|img|link|iframe)[^>]* (?:src|href)="([a-z]+:)?\/\//g),
    ])
    expect(asked.map(([text]) => text)).toEqual([])
  })

  it.each([
    ['k-anonymity', 'metrics/risk/k-anonymity.html'],
    ['negative values', 'metrics/loss/negative-values.html'],
    ['SPSS', 'guides/files.html'],
    ['large file', 'scale.html'],
    ['rank swapping', 'methods/swapping/rank-swap.html'],
  ])('answers "%s" with %s', async (query, page) => {
    const [first] = (await index()).search(query)
    expect(String(first?.id).slice(1)).toMatch(new RegExp(`^${page}(#|$)`))
  })
})

const read = (name: string): string => readFileSync(join(site, name), 'utf8')

const pages = (): string[] =>
  readdirSync(site, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.html') && name !== 'sdc.html',
  )

/** Returns the links of a page within the site. */
const linksOf = (page: string): string[] =>
  [...read(page).matchAll(/ (?:href|src)="([^"]*)"/g)]
    .map(([, link]) => link.replaceAll('&amp;', '&'))
    .filter((link) => !/^[a-z]+:/.test(link))

function leads(page: string, link: string): boolean {
  const [path, anchor] = decodeURI(link).split('#')
  const target = path === '' ? page : join(dirname(page), path)
  const file = join(site, target)
  if (!existsSync(file) || statSync(file).isDirectory()) return false
  return anchor === undefined || anchor === '' || anchorsOf(target).has(anchor)
}

const known = new Map<string, ReadonlySet<string>>()

function anchorsOf(page: string): ReadonlySet<string> {
  const found = known.get(page) ?? new Set([...read(page).matchAll(/ id="([^"]*)"/g)].map(([, id]) => id))
  known.set(page, found)
  return found
}

/** Returns the search index of the page, with the same options. */
async function index(): Promise<MiniSearch> {
  const chunks = join(site, 'assets/chunks')
  const file = readdirSync(chunks).find((name) => name.startsWith('@localSearchIndexroot')) ?? ''
  // Place of a page relative to the root of the server.
  Object.assign(globalThis, { beginOfSite: '/' })
  const { default: json } = (await import(pathToFileURL(join(chunks, file)).href)) as { default: string }
  return MiniSearch.loadJSON(json, {
    fields: ['title', 'titles', 'text'],
    storeFields: ['title', 'titles'],
    searchOptions,
  })
}
