import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import { censusCsv } from '../../../packages/datasets/dist/census.js'
import { withWorkerStart } from '../fixed-draws.mjs'
import { openWatched } from './watched.mjs'

const TURNS = 3
const MOST = 1.3
const LIMITS = { 'risk/dld': 100 }

/** All draws of a key are equal, so the page and Node draw the same numbers. */
const fixedStart = `{
  const value = (bytes) => {
    let drawn = 0
    return bytes.map((_, at) => (bytes[at] = (drawn = (drawn * 5 + 113) & 0xff)))
  }
  Object.defineProperty(crypto, 'getRandomValues', { value })
}
`

/**
 * Eleven maskings of all columns. Nine of them are reverse-mapped as well, which is redundant for swapped ranks: 20
 * candidates, each run the default number of times.
 */
const candidates = [
  { use: 'noise/additive', grid: { relativeVariance: [0.02, 0.05, 0.1, 0.2, 0.4] } },
  { use: 'microaggregation/mdav', grid: { k: [3, 5, 10, 20] } },
  { use: 'swapping/rank-swap', grid: { percent: [5, 10] } },
]

const settingsOf = (names) => ({
  roles: Object.fromEntries(names.map((name) => [name, 'confidential'])),
  accepted: [],
  search: 'chosen',
  candidates,
  reverseMap: true,
  replicates: 5,
  missing: 'refuse',
  policy: {
    name: 'limits.yaml',
    text: `version: 1\nreleases: { all: { runs: 1, limits: ${JSON.stringify(LIMITS)} } }\n`,
    release: 'all',
  },
})

/** Records the answer of the comparison and its time. */
const heard = () => {
  const Real = window.Worker
  window.Worker = class extends Real {
    set onmessage(hear) {
      super.addEventListener('message', (event) => {
        const { type, answer } = event.data
        if (type === 'done' && answer?.candidates !== undefined)
          window.compared = {
            at: performance.now(),
            rows: answer.candidates.map(({ label, worst }) => ({ label, worst })),
          }
        hear(event)
      })
    }
  }
}

/**
 * Times the page from a press of Compare to the answer: workers are started, the file is read, all candidates are run
 * and judged.
 */
async function inPage(address, files) {
  const { page, idle, close } = await openWatched()
  try {
    await page.addInitScript(heard)
    await page.goto(address)
    await page.locator('input[type=file]').nth(0).setInputFiles(files.data)
    await page.getByRole('button', { name: /Go on to Roles/ }).waitFor({ timeout: 60_000 })
    await page.locator('input[type=file]').nth(1).setInputFiles(files.history)
    await idle()
    await page.getByRole('link', { name: /^Try/ }).click()
    const compare = page.getByRole('button', { name: /^Compare/ }).first()
    await compare.waitFor()
    const since = await compare.evaluate((button) => {
      const now = performance.now()
      button.click()
      return now
    })
    const refused = page.getByRole('alert').filter({ hasText: /./ })
    await Promise.race([
      page.waitForFunction(() => window.compared !== undefined, undefined, { timeout: 600_000 }),
      refused
        .first()
        .waitFor({ timeout: 600_000 })
        .then(async () => {
          throw new Error(await refused.first().innerText())
        }),
    ])
    const { at, rows } = await page.evaluate(() => window.compared)
    const width = await page.evaluate(() => navigator.hardwareConcurrency)
    return { took: at - since, rows, width }
  } finally {
    await close()
  }
}

function inNode(asked) {
  const script = fileURLToPath(new URL('../../speed/compare-in-node.mjs', import.meta.url))
  const { status, stdout, stderr } = spawnSync(process.execPath, [script], {
    input: JSON.stringify(asked),
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  })
  if (status !== 0) throw new Error(`Node could not compare: ${stderr.slice(-500)}`)
  return JSON.parse(stdout)
}

const medianOf = (values) => [...values].sort((a, b) => a - b)[values.length >> 1]
const seconds = (values) =>
  `${(medianOf(values) / 1000).toFixed(2)} s (${values.map((one) => (one / 1000).toFixed(2)).join(', ')})`

/** Checks 20 candidates on the example: the values of Node, in at most 1.3 times its duration on as many threads. */
export async function candidatesTime(folder, hold, pagePath) {
  const files = {
    data: join(folder, 'census.csv'),
    history: join(folder, 'census.history.json'),
    page: join(folder, 'fixed.html'),
  }
  writeFileSync(files.data, censusCsv)
  const names = readFileSync(files.data, 'utf8').split('\n', 1)[0].split(',')
  const settings = settingsOf(names)
  const versions = [{ id: 0, label: '20 candidates', settings }]
  const history = { format: 'sdc page history 1', data: 'census.csv', columns: names, at: 0, versions }
  writeFileSync(files.history, JSON.stringify(history))
  writeFileSync(files.page, withWorkerStart(readFileSync(pagePath, 'utf8'), fixedStart))
  const times = { page: [], node: [] }
  let width
  for (let turn = 0; turn < TURNS; turn++) {
    const page = await inPage(pathToFileURL(files.page).href, files)
    width = page.width
    const node = inNode({ file: files.data, settings, limits: LIMITS, width })
    times.page.push(page.took)
    times.node.push(node.took)
    const values = node.rows.reduce((sum, { worst }) => sum + Object.keys(worst).length, 0)
    const other = node.rows.find((row, at) => !isDeepStrictEqual(row, page.rows[at]))
    const isEqual = page.rows.length === 20 && node.rows.length === 20 && other === undefined
    const found = isEqual
      ? `${values} values of 20 candidates are equal`
      : `${page.rows.length} and ${node.rows.length} candidates, another: ${other?.label}`
    hold(`page and Node find the same, turn ${turn + 1}`, found, isEqual && values > 20)
  }
  const share = medianOf(times.page) / medianOf(times.node)
  hold(
    `20 candidates within ${MOST} of Node's time`,
    `${share.toFixed(2)} on ${width} threads each: page ${seconds(times.page)}, Node ${seconds(times.node)}`,
    share <= MOST,
  )
}
