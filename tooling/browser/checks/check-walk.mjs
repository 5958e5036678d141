import { openPage } from '../browsers.mjs'
import { press, tabTo } from '../keyboard.mjs'
import { staff } from './check-anonymous.mjs'

/** Opens 300 employees with suggested roles. */
async function openStaff(page) {
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'staff.csv', mimeType: 'text/csv', buffer: Buffer.from(staff()) })
  await press(page, 'button', /Go on to Roles/)
}

/** Opens the same employees, for new records. */
async function openForSynthesis(page) {
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'staff.csv', mimeType: 'text/csv', buffer: Buffer.from(staff()) })
  await tabTo(page, 'radio', /^Usable for statistics/)
  await page.keyboard.press('ArrowDown')
  await press(page, 'button', /Go on to Roles/)
}

/**
 * Opens the example, which has no quasi-identifier. The policy does not permit this, and the page says so before any
 * run.
 */
async function openCensus(page) {
  await press(page, 'button', /census example/i)
  await press(page, 'button', /Go on to Roles/)
  await page
    .getByText(/no column is a quasi-identifier/)
    .first()
    .waitFor({ timeout: 60_000 })
  await tabTo(page, 'radio', 'weight')
  await page.keyboard.press('q')
  await page
    .getByText(/no column is a quasi-identifier/)
    .first()
    .waitFor({ state: 'detached', timeout: 60_000 })
}

/**
 * Takes a file from opening to a release with the settings that the page proposes, by keyboard; the proposal must be
 * released.
 *
 * @param browser - Chromium.
 * @param address - Address of the page.
 * @returns The problems.
 */
export async function checkWalk(browser, address) {
  const problems = []
  for (const [name, open] of Object.entries({ staff: openStaff, census: openCensus, synthetic: openForSynthesis })) {
    const { page, context, mistakes } = await openPage(browser, address, { reducedMotion: 'reduce' })
    try {
      await open(page)
      await press(page, 'button', /Go on to Try/)
      await press(page, 'button', 'Compare')
      await page.getByText(/the map is filling/).waitFor({ state: 'hidden', timeout: 300_000 })
      await page.getByRole('button', { name: 'Choose the proposal' }).waitFor({ timeout: 300_000 })
      await press(page, 'button', 'Choose the proposal')
      await press(page, 'button', 'Go to the release')
      await press(page, 'button', /Create the release/)
      await page.getByRole('region', { name: /^Private files/ }).waitFor({ timeout: 120_000 })
      const verdict = await page
        .getByText(/\b(Met|Met with exceptions|Not met|Too close to call): /)
        .first()
        .innerText()
      if (!/\bMet: /.test(verdict)) problems.push(`${name}: ${verdict}`)
      problems.push(...mistakes.map((text) => `${name}: the browser says: ${text}`))
    } catch (error) {
      problems.push(`${name}: ${error.message.split('\n').slice(0, 3).join(' ')}`)
    } finally {
      await context.close()
    }
  }
  return problems
}
