import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openWatched } from './watched.mjs'

const POINTS = 1000
const STEP = 20
/** Milliseconds between two steps, as between two maps of a growing comparison. */
const PAUSE = 250

const names = ['a', 'b', 'c']

/** A small file, since the number of points matters here, not the time of each. */
const smallFile = () => {
  const rows = Array.from({ length: 80 }, (_, i) => `${i * 7 + 3},${(i * 37) % 61},${(i * i) % 53}`)
  return `${names.join()}\n${rows.join('\n')}\n`
}

/** Many candidates with different losses and risks: noise of every strength, as drawn and reverse-mapped. */
const manyCandidates = () => {
  const relativeVariance = Array.from({ length: POINTS / 2 }, (_, i) => (i + 1) / 400)
  const settings = {
    roles: Object.fromEntries(names.map((name) => [name, 'confidential'])),
    accepted: [],
    search: 'chosen',
    candidates: [{ use: 'noise/additive', grid: { relativeVariance } }],
    reverseMap: true,
    replicates: 1,
    missing: 'refuse',
    policy: {
      name: 'none.yaml',
      text: 'version: 1\nreleases: { none: { runs: 1, limits: { risk/dld: 100 } } }\n',
      release: 'none',
    },
  }
  const versions = [{ id: 0, label: 'noise of every strength', settings }]
  return JSON.stringify({ format: 'sdc page history 1', data: 'points.csv', columns: names, at: 0, versions })
}

/** Holds back the maps of a comparison until it is done, and then passes them to the page by `step` candidates. */
const bySteps = ([step, pause]) => {
  const Real = window.Worker
  window.Worker = class extends Real {
    set onmessage(hear) {
      super.addEventListener('message', async (event) => {
        const { type, answer, id } = event.data
        if (type === 'grew') return
        if (type === 'done' && answer?.candidates !== undefined) {
          await window.beforeSteps?.()
          const { map, candidates } = answer
          for (let at = step; at < candidates.length; at += step) {
            const view = {
              ...answer,
              map: { ...map, points: map.points.slice(0, at) },
              candidates: candidates.slice(0, at),
            }
            hear({ data: { id, type: 'grew', view } })
            await new Promise((later) => setTimeout(later, pause))
          }
        }
        hear(event)
      })
    }
  }
}

const go = (page, step) => page.getByRole('link', { name: new RegExp(`^${step}`) }).click()
const signs = (page) => page.locator('[role=listbox] [role=option]').count()

/** Opens the page with many candidates to try. */
async function ready(address, folder, before) {
  const watched = await openWatched(address)
  const { page } = watched
  if (before !== undefined) {
    await page.addInitScript(before, [STEP, PAUSE])
    await page.reload()
  }
  await page.locator('input[type=file]').nth(0).setInputFiles(join(folder, 'points.csv'))
  await page.getByRole('button', { name: /Go on to Roles/ }).waitFor({ timeout: 60_000 })
  await page.locator('input[type=file]').nth(1).setInputFiles(join(folder, 'points.history.json'))
  await watched.idle()
  await go(page, 'Try')
  await page
    .getByRole('button', { name: /^Compare/ })
    .first()
    .click()
  return watched
}

/** Waits until all points are drawn and the page is idle. */
async function drawn(page) {
  await page.waitForFunction(
    (points) => document.querySelectorAll('[role=listbox] [role=option]').length >= points,
    0.9 * POINTS,
    { timeout: 600_000 },
  )
  await page.waitForTimeout(500)
}

/**
 * Checks a thousand points on the map, in the order of the comparison, by twenty, and all at once: no task over 50 ms.
 */
export async function points(address, folder, hold) {
  writeFileSync(join(folder, 'points.csv'), smallFile())
  writeFileSync(join(folder, 'points.history.json'), manyCandidates())
  const told = async ({ page, longTasks }, how) => {
    const tasks = await longTasks()
    hold(
      `1,000 points ${how}: tasks over 50 ms`,
      `${tasks.length} (${tasks.join(', ') || 'none'} ms), ${await signs(page)} signs`,
      tasks.length === 0,
    )
  }
  for (const [how, before] of [
    ['as they come', undefined],
    [`by ${STEP}`, bySteps],
  ]) {
    const watched = await ready(address, folder, before)
    const { page, longTasks, idle, close } = watched
    try {
      await longTasks()
      await page.getByText(/the map is filling/).waitFor({ timeout: 60_000 })
      await idle()
      await drawn(page)
      await told(watched, how)
      if (before !== undefined) continue
      // The map replaces the table, with all its points.
      await page.getByRole('button', { name: 'As a table' }).click()
      await page.getByRole('table', { name: /All candidates/ }).waitFor()
      await page.waitForTimeout(500)
      await told(watched, 'as a table')
      await page.getByRole('button', { name: 'As a table' }).click()
      await drawn(page)
      await told(watched, 'at once')
    } catch (error) {
      hold(`1,000 points ${how}`, error.message.split('\n')[0], false)
    } finally {
      await close()
    }
  }
}
