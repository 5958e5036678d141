import { readFileSync } from 'node:fs'
import { press, tabTo } from './keyboard.mjs'
import { unzipped } from './unzipped.mjs'

/** Types into a field that has a value. */
async function fill(page, role, name, text) {
  await tabTo(page, role, name)
  await page.keyboard.press('Control+A')
  await page.keyboard.type(text)
  await page.keyboard.press('Tab')
}

const heading = (page, name) => page.getByRole('heading', { name, exact: true, level: 2 }).waitFor({ timeout: 60_000 })

/**
 * The whole loop on the example, by the keyboard alone and by accessible names: opened, roles looked at, a few candidates compared,
 * one chosen, drawn, what is kept saved, then what is given away.
 *
 * @param page where it stands open
 * @param on is told of each screen once it is filled
 */
export async function loop(page, on = async () => {}) {
  await heading(page, 'Data')
  await on('Begin')
  await press(page, 'button', /census example/i)
  await page.getByRole('button', { name: /Go on to Roles/ }).waitFor({ timeout: 60_000 })
  await on('Data')
  await press(page, 'button', /Go on to Roles/)
  await heading(page, 'Roles')
  // The weight of a person is what others know of them: a policy asks that somebody is looked for.
  await tabTo(page, 'radio', 'weight')
  await page.keyboard.press('q')
  await on('Roles')
  await press(page, 'link', /^Try/)
  await heading(page, 'Try')
  await tabTo(page, 'radio', /^Usual candidates/)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await fill(page, 'searchbox', 'Find a method', 'data shuffling')
  // Within every limit, whatever is drawn.
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
 * Saves both boxes, what is kept first; before that the other is closed.
 *
 * @param page where the release is drawn
 * @param zip what their buttons say besides, where folders can be picked, too
 */
export async function saveBoxes(page, zip = '') {
  const giveAway = page.getByRole('button', { name: `Save the public files${zip}…`, exact: true })
  if ((await giveAway.getAttribute('aria-disabled')) !== 'true')
    throw new Error('what is given away opens before the key is kept')
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

/** The files of boxes that were saved, by name. */
export async function filesOf(boxes) {
  const files = {}
  for (const box of boxes) Object.assign(files, unzipped(readFileSync(await box.path())))
  return files
}
