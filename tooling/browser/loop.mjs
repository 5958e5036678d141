import { readFileSync } from 'node:fs'
import { press, tabTo } from './keyboard.mjs'
import { unzipped } from './unzipped.mjs'

/** Replaces the value of a field. */
async function fill(page, role, name, text) {
  await tabTo(page, role, name)
  await page.keyboard.press('Control+A')
  await page.keyboard.type(text)
  await page.keyboard.press('Tab')
}

const heading = (page, name) => page.getByRole('heading', { name, exact: true, level: 2 }).waitFor({ timeout: 60_000 })

/**
 * Runs the whole loop on the example, by keyboard and accessible names only: opens it, checks roles, compares a few
 * candidates, chooses one, draws it, saves the private files, then the public ones.
 *
 * @param page - The open page.
 * @param on - Called for each screen once it is filled.
 */
export async function loop(page, on = async () => {}) {
  await heading(page, 'Data')
  await on('Begin')
  await press(page, 'button', /census example/i)
  await page.getByRole('button', { name: /Go on to Roles/ }).waitFor({ timeout: 60_000 })
  await on('Data')
  await press(page, 'button', /Go on to Roles/)
  await heading(page, 'Roles')
  // The weight of a person is known to others: a policy requires quasi-identifiers.
  await tabTo(page, 'radio', 'weight')
  await page.keyboard.press('q')
  await on('Roles')
  await press(page, 'link', /^Try/)
  await heading(page, 'Try')
  await tabTo(page, 'radio', /^Usual candidates/)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  // Without a Tab, which could go to a method that the search then removes.
  await tabTo(page, 'searchbox', 'Find a method')
  await page.keyboard.type('data shuffling')
  // Within every limit in any draw.
  await press(page, 'checkbox', /^Data shuffling/, 'Space')
  await fill(page, 'textbox', /Runs per candidate/, '2')
  await on('Try')
  await press(page, 'button', /^Compare/)
  await press(page, 'link', /^Choose/)
  await heading(page, 'Choose')
  await page.getByText(/the map is filling/).waitFor({ state: 'hidden', timeout: 120_000 })
  await press(page, 'button', /^data shuffling/)
  await page.getByRole('button', { name: /Go to the release/ }).waitFor({ timeout: 60_000 })
  await on('Choose')
  await press(page, 'button', /Go to the release/)
  await heading(page, 'Release')
  await press(page, 'button', /Create the release/)
  await page.getByRole('region', { name: /^Private files/ }).waitFor({ timeout: 60_000 })
  await on('Release')
}

/**
 * Saves both boxes, the private one first; before that the public one is disabled.
 *
 * @param page - The page with a drawn release.
 * @param zip - Additional text of their buttons if folders can be picked.
 * @returns The downloads.
 */
export async function saveBoxes(page, zip = '') {
  const giveAway = page.getByRole('button', { name: `Save the public files${zip}…`, exact: true })
  if ((await giveAway.getAttribute('aria-disabled')) !== 'true')
    throw new Error('the public box can be saved before the private one')
  const saved = async (name) => {
    const [download] = await Promise.all([
      page.waitForEvent('download', { timeout: 60_000 }),
      press(page, 'button', name),
    ])
    return download
  }
  const keep = await saved(new RegExp(`^Save the private files${zip}…`))
  await press(page, 'button', /The private files are saved/)
  return [keep, await saved(new RegExp(`^Save the public files${zip}…`))]
}

/** Returns the files of saved boxes, by name. */
export async function filesOf(boxes) {
  const files = {}
  for (const box of boxes) Object.assign(files, unzipped(readFileSync(await box.path())))
  return files
}
