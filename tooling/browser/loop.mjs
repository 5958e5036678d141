import { press } from './keyboard.mjs'

/** The steps, as the navigation names them. */
export const screens = ['Data', 'Roles', 'Try', 'Choose', 'Release']

/** Waits until nothing is under way. */
export async function idle(page, timeout = 120_000) {
  await page.waitForFunction(() => document.querySelector('progress, [role=progressbar]') === null, undefined, { timeout })
}

/**
 * The whole loop on the example, by keyboard and accessible names: opened, roles looked at, compared, chosen, drawn, saved.
 *
 * @param page where it stands open
 * @param on is told of each screen once it is filled
 */
export async function loop(page, on = async () => {}) {
  await press(page, 'button', /census example/i)
  await press(page, 'button', /Go on to Roles/)
  await page.getByRole('heading', { name: 'Roles' }).waitFor()
  await on('Roles')
  await press(page, 'link', /^Data/)
  await page.getByRole('heading', { name: 'Data', exact: true }).waitFor()
  await on('Data')
  await press(page, 'link', /^Roles/)
  await on('Roles')
}
