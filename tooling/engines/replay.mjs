// Checks replays between page and command line. A plan made in a browser is run by `sdc run`, and a private file of
// either is replayed by the other, in Chromium and Firefox. Files have a byte order mark or none, each line end,
// commas, or semicolons with decimal commas. The packages are bundled and minified like the page. All bytes must be
// equal; exit status 1 if any differ, or with CI=true if a browser is missing.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sdcProcess } from '../../packages/testing/src/sdc-process.mjs'
import { build } from '../scripts/build.mjs'
import { pageBundle } from './bundle.mjs'
import { pages } from './list.mjs'

/** The page's use of a file: a plan, a run with a new key, and the replay of a key. */
const entry = `
  import { createRegistry } from '@sdc/core'
  import records from '@sdc/standard/records'
  import { readTable } from '@sdc/inspect'
  import { maskSteps, produce, readPlan, replayFrom } from '@sdc/release'
  const registry = createRegistry().use(records).freeze()
  const bytesOf = (text) => Uint8Array.from(atob(text), (one) => one.charCodeAt(0))
  const whole = ({ content }) => {
    if (typeof content === 'string') return content
    const parts = content instanceof Uint8Array ? [content] : Array.from(content, (piece) => piece.slice())
    return btoa(parts.map((part) => Array.from(part, (byte) => String.fromCharCode(byte)).join('')).join(''))
  }
  const columns = ['income', 'tax']
  const acceptOpen = ['id', 'town']
  async function made(bytes, options) {
    const source = readTable({ name: 'people.csv', content: bytes })
    const { artefacts } = await produce({ source, bytes: () => bytes }, { out: 'public.csv', acceptOpen, ...options }, registry)
    return Object.fromEntries(artefacts.map((one) => [one.kind, whole(one)]))
  }
  globalThis.atPage = async ({ file, key }) => {
    const bytes = bytesOf(file)
    const steps = [
      ...maskSteps(registry, { method: 'noise/correlated', columns, set: [] }),
      ...maskSteps(registry, { method: 'swapping/rank-swap', columns: ['tax'], set: ['percent=10'] }),
    ]
    const plan = JSON.stringify({ seed: 'page', steps, acceptOpen })
    const planned = readPlan({ name: 'plan.json', content: plan }).plan
    const seeded = await made(bytes, { steps: planned.steps, seed: String(planned.seed) })
    const keyed = await made(bytes, { steps, private: 'keep.json', release: true })
    const held = readPlan({ name: 'keep.json', content: bytesOf(key) })
    const replay = replayFrom(held.manifest, bytes)
    const replayed = await made(bytes, { steps: held.plan.steps, schema: held.plan.schema, replay })
    return {
      plan,
      seeded: seeded.masked,
      released: keyed.masked,
      key: keyed['private-manifest'],
      replayed: replayed.masked,
    }
  }`

const layouts = {
  plain: { mark: '', end: '\n', separator: ',', decimal: '.' },
  'mark, CR LF, semicolons': { mark: '\uFEFF', end: '\r\n', separator: ';', decimal: ',' },
  'mark, commas': { mark: '\uFEFF', end: '\n', separator: ',', decimal: '.' },
  'CR, semicolons': { mark: '', end: '\r', separator: ';', decimal: ',' },
}

function fileOf({ mark, end, separator, decimal }) {
  const lines = Array.from({ length: 120 }, (_, i) => {
    const income = (1000 + ((i * 37) % 121) * 25.25).toFixed(2).replace('.', decimal)
    const tax = (10 + ((i * 11) % 123) * 3.5).toFixed(1).replace('.', decimal)
    return [`n${i}`, ['Łódź', '"Köln"', '東京'][i % 3], income, tax].join(separator)
  })
  return Buffer.from(`${mark}${[['id', 'town', 'income', 'tax'].join(separator), ...lines].join(end)}${end}`)
}

const steps = [{ use: 'noise/additive', columns: ['income', 'tax'] }, { use: 'reverse-map/rank' }]

/** Returns the statements that are false for one engine and one layout. */
async function problemsOf(page, layout, folder) {
  mkdirSync(folder, { recursive: true })
  const at = (name) => join(folder, name)
  const read = (name) => readFileSync(at(name))
  const file = fileOf(layout)
  writeFileSync(at('people.csv'), file)
  writeFileSync(at('plan.json'), JSON.stringify({ data: 'people.csv', steps, acceptOpen: ['id', 'town'] }))
  await sdc.done(folder, 'run', 'plan.json', '--release', '-o', 'public.csv', '--private', 'keep.json')
  const given = { file: file.toString('base64'), key: read('keep.json').toString('base64') }
  const made = await page.call(`atPage(${JSON.stringify(given)})`)
  const bytes = (text) => Buffer.from(text, 'base64')
  writeFileSync(at('page-plan.json'), made.plan)
  writeFileSync(at('page-keep.json'), made.key.startsWith('{') ? made.key : bytes(made.key))
  await sdc.done(folder, 'run', 'page-plan.json', '--data', 'people.csv', '-o', 'planned.csv')
  await sdc.done(folder, 'run', 'page-keep.json', '--data', 'people.csv', '-o', 'again.csv')
  const head = Buffer.from(layout.mark + ['id', 'town', 'income', 'tax'].join(layout.separator) + layout.end)
  const claims = {
    'a plan of the page by sdc run': read('planned.csv').equals(bytes(made.seeded)),
    'a key of the page replayed by sdc run': read('again.csv').equals(bytes(made.released)),
    'a key of sdc run replayed by the page': read('public.csv').equals(bytes(made.replayed)),
    'two runs draw different numbers': !read('public.csv').equals(bytes(made.released)),
    'what is released is masked': !file.equals(bytes(made.released)),
    'the layout is kept': bytes(made.released).subarray(0, head.length).equals(head),
  }
  const problems = Object.entries(claims).flatMap(([claim, holds]) => (holds ? [] : [claim]))
  return { claims: Object.keys(claims).length, problems }
}

/** Checks every layout in one page of a browser. */
async function inBrowser(name, open) {
  let page
  try {
    const own = join(folder, name)
    mkdirSync(own)
    page = await open(script, own)
    for (const [layout, how] of Object.entries(layouts)) await tryLayout(name, page, layout, how)
  } catch (error) {
    notRun(name, error)
  } finally {
    await page?.close()
  }
}

async function tryLayout(name, page, layout, how) {
  try {
    const { claims, problems } = await problemsOf(page, how, join(folder, `${name} ${layout}`))
    process.stdout.write(`${page.version}, ${layout}: ${claims - problems.length} of ${claims} hold\n`)
    for (const problem of problems) process.stdout.write(`  does not hold: ${problem}\n`)
    if (problems.length > 0) process.exitCode = 1
  } catch (error) {
    notRun(`${name}, ${layout}`, error)
  }
}

function notRun(what, error) {
  process.stdout.write(`${what}: not run: ${String(error.stderr || error.message || error).slice(0, 2000)}\n`)
  if (process.env.CI === 'true') process.exitCode = 1
}

build()
const sdc = sdcProcess()
const script = await pageBundle(entry)
const folder = mkdtempSync(join(tmpdir(), 'sdc-replay-'))
try {
  for (const [name, open] of Object.entries(pages)) {
    const since = performance.now()
    await inBrowser(name, open)
    process.stdout.write(`${name}: ${((performance.now() - since) / 1000).toFixed(1)} s\n`)
  }
} finally {
  sdc.end()
  rmSync(folder, { recursive: true, force: true })
}
