import { readFile } from 'node:fs/promises'
import { screenProblems } from './check-loop.mjs'
import { openPage } from '../browsers.mjs'
import { press } from '../keyboard.mjs'

/** Most milliseconds from a request to cancel to the end of the work. */
const CANCELLED = 200

async function openExample(page) {
  await press(page, 'button', /census example/i)
  await page.getByRole('button', { name: /Go on to Roles/ }).waitFor({ timeout: 60_000 })
}

/** Waits until the map has a candidate, long before the comparison is done. */
const soFar = (page) => page.getByText(/so far:/).waitFor({ timeout: 60_000 })

/** Returns the milliseconds from the click on Cancel to the end of the work. */
async function cancelled(page) {
  const bar = page.getByRole('region', { name: 'Under way' })
  return await bar.evaluate(async (region) => {
    const from = performance.now()
    region.querySelector('button').click()
    while (region.isConnected) await new Promise((resolve) => setTimeout(resolve, 5))
    return performance.now() - from
  })
}

/** Stops a comparison, whose results are judged; saves the history, and returns its text. */
async function stopped(page, problems) {
  await press(page, 'link', /^Try/)
  await press(page, 'button', /^Compare/)
  await soFar(page)
  await press(page, 'button', 'Stop')
  await page.getByText('Stopped early.').waitFor({ timeout: 60_000 })
  if (!(await page.getByText(/^(Choice|No choice):/).count()))
    problems.push('the results of a stopped comparison are not judged')
  problems.push(...(await screenProblems(page, 'stopped')))
  await press(page, 'button', 'History')
  const [download] = await Promise.all([page.waitForEvent('download'), press(page, 'button', 'Save the history…')])
  await page.keyboard.press('Escape')
  return await readFile(await download.path(), 'utf8')
}

/**
 * Checks that a comparison shows candidates early, is stopped and judged, saved with the history, and continued after a
 * reload; and that work is cancelled at once.
 *
 * @param browser - Chromium.
 * @param address - Address of the page.
 * @returns The problems.
 */
export async function checkResume(browser, address) {
  const { page, context, mistakes } = await openPage(browser, address, { reducedMotion: 'reduce' })
  const problems = []
  try {
    await openExample(page)
    const history = await stopped(page, problems)
    const runs = JSON.parse(history).measured?.runs.length ?? 0
    if (runs === 0) problems.push('the history has no measurements')
    await page.reload()
    await openExample(page)
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'census.history.json', mimeType: 'application/json', buffer: Buffer.from(history) })
    await press(page, 'link', /^Choose/)
    await page.getByText(`${runs} runs of an earlier comparison are measured already`).waitFor({ timeout: 20_000 })
    await press(page, 'button', 'Continue the comparison')
    await soFar(page)
    const milliseconds = await cancelled(page)
    if (milliseconds > CANCELLED) problems.push(`cancelled only after ${milliseconds.toFixed(0)} ms`)
    return [...problems, ...mistakes]
  } finally {
    await context.close()
  }
}
