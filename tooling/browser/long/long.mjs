import { statSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir, loadavg } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import seedrandom from 'seedrandom'
import { openWatched } from './watched.mjs'
import { candidatesTime } from './long-candidates.mjs'
import { points } from './long-map.mjs'
import { writeLargeFile } from './large-file.mjs'

const RECORDS = 1_000_000
const masked = ['V2', 'V3', 'V4', 'V5', 'V6']
const others = ['V1', 'V7', 'V8', 'V9', 'V10', 'V11', 'V12', 'V13']

/** A policy for a release of a million records with little judging: requirements, and one risk of one run. */
const policy = `version: 1
releases:
  large:
    limits: { risk/mixed-worst: 50 }
    require: { keyed: true, shuffled: true, identifiers: none }
    runs: 1
`

/** Returns a history with a complete release: five columns masked by noise, the others released unchanged. */
const history = () => {
  const names = [...masked, ...others]
  const roles = names.map((name) => [name, masked.includes(name) ? 'confidential' : 'non-confidential'])
  const settings = {
    roles: Object.fromEntries(roles),
    accepted: others,
    search: 'chosen',
    candidates: [{ use: 'noise/additive', grid: {} }],
    reverseMap: false,
    replicates: 1,
    missing: 'refuse',
    policy: { name: 'large.yaml', text: policy, release: 'large' },
    chosen: 'noise/additive',
    steps: [{ use: 'noise/additive', columns: masked, by: [], params: {}, smallGroups: 'error' }],
  }
  const versions = [{ id: 0, label: 'noise on five columns', settings }]
  return JSON.stringify({ format: 'sdc page history 1', data: 'large.csv', columns: names, at: 0, versions })
}

const medianOf = (values) => [...values].sort((a, b) => a - b)[values.length >> 1]
const seconds = (value) => `${value.toFixed(1)} s`

/** Opens a file by the page's own field: `at` 0 takes data, 1 takes plans. */
async function give(page, at, path) {
  await page.getByRole('link', { name: /^Data/ }).click()
  await page.locator('input[type=file]').nth(at).setInputFiles(path)
}

const go = (page, step) => page.getByRole('link', { name: new RegExp(`^${step}`) }).click()
const press = (page, name) => page.getByRole('button', { name }).first().click()

/**
 * Reads, masks, draws, judges and saves the large file; measures the tasks of the page's thread, the memory of its
 * renderer, and the time of each step.
 */
async function largeFile(address, folder, hold) {
  const path = join(folder, 'large.csv')
  writeFileSync(join(folder, 'large.history.json'), history())
  const watched = await openWatched(address)
  const { page, memory, longTasks, mistakes } = watched
  let most = 0
  let longest = 0
  const step = async (name, act) => {
    const since = performance.now()
    await act()
    const { own, whole } = memory.most()
    const tasks = await longTasks()
    most = Math.max(most, own)
    longest = Math.max(longest, ...tasks)
    const took = seconds((performance.now() - since) / 1000)
    hold(
      `1,000,000 × 13, ${name}`,
      `${took}, ${own} MiB of its own (${whole} with what is shared), tasks over 50 ms: ${tasks.join(', ') || 'none'}`,
    )
  }
  try {
    // Work of the page before its first paint has another goal.
    await page.waitForTimeout(1000)
    await longTasks()
    await step('read', async () => {
      await give(page, 0, path)
      await page.getByRole('button', { name: /Go on to Roles/ }).waitFor({ timeout: 300_000 })
    })
    await step('history opened', async () => {
      await give(page, 1, join(folder, 'large.history.json'))
      await go(page, 'Release')
      await page.getByRole('button', { name: /Create the release/ }).waitFor({ timeout: 60_000 })
    })
    await step('drawn and judged', async () => {
      await press(page, /Create the release/)
      const refused = page.getByRole('alert').filter({ hasText: /Error:/ })
      await page
        .getByRole('region', { name: /^Private files/ })
        .or(refused)
        .first()
        .waitFor({ timeout: 1_500_000 })
      if (await refused.isVisible()) throw new Error(await refused.innerText())
    })
    await step('private files saved', async () => {
      const saved = page.waitForEvent('download', { timeout: 60_000 })
      await press(page, /Save the private files/)
      await saved
      await press(page, /The private files are saved/)
    })
    await step('public files saved', async () => {
      const saved = page.waitForEvent('download', { timeout: 120_000 })
      await press(page, /Save the public files/)
      const file = join(folder, 'public.zip')
      await (await saved).saveAs(file)
      if (statSync(file).size < 1e7) throw new Error(`the released file has ${statSync(file).size} bytes`)
    })
    for (const text of mistakes) hold('1,000,000 × 13, mistakes', text, false)
  } catch (error) {
    hold('1,000,000 × 13, to its end', error.message.slice(0, 300).replaceAll('\n', ' '), false)
  } finally {
    await watched.close()
  }
  hold('1,000,000 × 13, longest task of the page ≤ 50 ms', `${longest} ms`, longest <= 50)
  hold('1,000,000 × 13, renderer ≤ 600 MB', `${Math.round(most * 1.048576)} MB`, most * 1.048576 <= 600)
}

/** Returns the milliseconds from a press of Cancel until the page is usable again. */
const cancelled = (page) =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        const button = document.querySelector('section[aria-label="Under way"] button')
        if (button === null) return resolve(undefined)
        const since = performance.now()
        new MutationObserver((_, observer) => {
          if (document.querySelector('section[aria-label="Under way"]') !== null) return
          observer.disconnect()
          resolve(performance.now() - since)
        }).observe(document.body, { childList: true, subtree: true })
        button.click()
      }),
  )

/**
 * Cancels work at random moments while the page reads, compares, chooses and draws; a release afterwards is drawn as
 * usual.
 */
async function cancelling(address, folder, hold, seed) {
  const random = seedrandom(seed)
  const { page, idle, close } = await openWatched(address)
  const small = join(folder, 'small.csv')
  const way = join(folder, 'small.history.json')
  writeLargeFile(small, 2000)
  writeFileSync(way, history())
  const times = []
  const stopAfter = async (pause) => {
    await page.getByRole('region', { name: 'Under way' }).waitFor({ timeout: 10_000 })
    await page.waitForTimeout(pause)
    const took = await cancelled(page)
    if (took !== undefined) times.push(took)
    await idle()
  }
  try {
    for (let n = 0; n < 4; n++) {
      await give(page, 0, join(folder, 'large.csv'))
      await stopAfter(4000 * random())
    }
    await press(page, /census example/)
    await page.getByRole('button', { name: /Go on to Roles/ }).waitFor({ timeout: 60_000 })
    for (let n = 0; n < 6; n++) {
      await go(page, 'Try')
      await press(page, /^Compare/)
      await stopAfter(3000 * random())
    }
    // A chosen candidate is run and judged by the policy, as often as it requires.
    await press(page, /^Compare/)
    await idle()
    await go(page, 'Choose')
    const choose = page.locator('td button[aria-pressed]')
    await choose.first().waitFor()
    const candidates = await choose.count()
    if (candidates < 2) throw new Error(`there are ${candidates} candidates to choose among`)
    for (let n = 0; n < 6; n++) {
      await choose.nth(Math.floor(candidates * random())).click()
      await stopAfter(800 * random())
    }
    // A complete session with one candidate, so that a draw can be cancelled as well.
    await give(page, 0, small)
    await page.getByText('small.csv').first().waitFor({ timeout: 60_000 })
    await idle()
    await give(page, 1, way)
    await idle()
    await go(page, 'Release')
    for (let n = 0; n < 6; n++) {
      await press(page, /Create the release/)
      await stopAfter(800 * random())
    }
    await press(page, /Create the release/)
    await page.getByRole('region', { name: /^Private files/ }).waitFor({ timeout: 120_000 })
  } catch (error) {
    hold('usable after it was cancelled', `${error.message.split('\n')[0]} (seed ${seed})`, false)
  } finally {
    await close()
  }
  const longest = Math.max(...times)
  if (times.length === 0) return
  hold(
    'cancelled within 200 ms',
    `${times.length} times, median ${medianOf(times).toFixed(0)} ms, longest ${longest.toFixed(0)} ms (seed ${seed})`,
    longest <= 200,
  )
}

/**
 * Measures the time to the first paint of a usable button, and to the first answer of a worker, with the processor
 * slowed down four times: medians of five.
 */
async function begin(address, hold) {
  const ready = []
  const worker = []
  for (let n = 0; n < 5; n++) {
    const watched = await openWatched(undefined)
    const { page, context, close } = watched
    const session = await context.newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    await page.goto(address)
    const since = await page.evaluate(
      () =>
        new Promise((resolve) => {
          const look = () => {
            const button = [...document.querySelectorAll('button')].find((one) => /Open a file/.test(one.textContent))
            if (button === undefined) return requestAnimationFrame(look)
            const [paint] = performance.getEntriesByName('first-contentful-paint')
            if (paint === undefined) return requestAnimationFrame(look)
            resolve(
              Math.max(
                paint.startTime,
                performance.getEntriesByType('mark').find(({ name }) => name === 'interactive')?.startTime ?? 0,
              ),
            )
          }
          look()
        }),
    )
    ready.push(since)
    worker.push(await workerReady(page))
    await close()
  }
  hold(
    'interactive ≤ 500 ms, slowed four times',
    `${medianOf(ready).toFixed(0)} ms (${ready.map(Math.round).join(', ')})`,
    medianOf(ready) <= 500,
  )
  hold(
    'worker ready ≤ 1 s, slowed four times',
    `${medianOf(worker).toFixed(0)} ms from a small file to its table (${worker.map(Math.round).join(', ')})`,
    medianOf(worker) <= 1000,
  )
}

/** Returns the time from a small file to the table of its records: a worker is started, reads it and answers. */
const workerReady = (page) =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        const since = performance.now()
        new MutationObserver((_, observer) => {
          if (![...document.querySelectorAll('button')].some((one) => /Go on to Roles/.test(one.textContent))) return
          observer.disconnect()
          resolve(performance.now() - since)
        }).observe(document.body, { childList: true, subtree: true })
        const files = new DataTransfer()
        files.items.add(new File(['a,b\n1,2\n3,4\n5,7\n'], 'small.csv'))
        const input = document.querySelector('input[type=file]')
        input.files = files.files
        input.dispatchEvent(new Event('change', { bubbles: true }))
      }),
  )

/**
 * Measures long work, prints it and compares it with its goals.
 *
 * @param address - Address of the page.
 * @param say - Receives a line for every number.
 * @param asked - Names of the measurements; by default all.
 * @returns The missed goals.
 */
export async function checkLong(address, say, asked = []) {
  const folder = mkdtempSync(join(tmpdir(), 'sdc-long-'))
  const missed = []
  const hold = (goal, measured, isMet) => {
    const load = loadavg()[0].toFixed(1)
    say(`  ${isMet === undefined ? '      ' : isMet ? 'met   ' : 'MISSED'} ${goal}: ${measured} (load ${load})`)
    if (isMet === false) missed.push(`${goal}: ${measured}`)
  }
  const goals = {
    begin: () => begin(address, hold),
    large: () => largeFile(address, folder, hold),
    cancel: () => cancelling(address, folder, hold, process.env.SDC_SEED ?? String(Date.now())),
    points: () => points(address, folder, hold),
    candidates: () => candidatesTime(folder, hold, fileURLToPath(address)),
  }
  try {
    const isLarge = asked.length === 0 || asked.some((name) => ['large', 'cancel'].includes(name))
    if (isLarge) writeLargeFile(join(folder, 'large.csv'), RECORDS)
    for (const [name, measure] of Object.entries(goals)) if (asked.length === 0 || asked.includes(name)) await measure()
  } finally {
    rmSync(folder, { recursive: true })
  }
  return missed
}
