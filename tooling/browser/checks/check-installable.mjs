import { openPage } from '../browsers.mjs'

/** Returns all files that a page requests from its host. */
export const ownFiles = (address) =>
  [address, 'sdc.webmanifest', 'service-worker.js'].map((name) => new URL(name, address).href)

/** Installability error that Chromium reports for every page in a private window, such as those of tests. */
const ofTests = ['in-incognito']

/** Checks that a served page can be installed, opens without its host, and requests only its own files. */
export async function checkInstallable(browser, { page: address, close }) {
  const { page, context, requests, mistakes } = await openPage(browser, address)
  const problems = []
  try {
    const protocol = await context.newCDPSession(page)
    const { errors, data } = await protocol.send('Page.getAppManifest')
    problems.push(...errors.map(({ message }) => `its manifest: ${message}`))
    if (!data?.includes('start_url')) problems.push('it has no manifest')
    const { installabilityErrors } = await protocol.send('Page.getInstallabilityErrors')
    problems.push(
      ...installabilityErrors
        .filter(({ errorId }) => !ofTests.includes(errorId))
        .map(({ errorId }) => `it cannot be installed: ${errorId}`),
    )
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
    const strange = requests.filter((url) => !ownFiles(address).includes(url) && !url.startsWith('blob:'))
    if (strange.length > 0) problems.push(`asked for ${strange.join(', ')}`)
    // The page says that a browser stores a served page.
    await page.getByRole('button', { name: 'Check it' }).click()
    const said = await page.getByRole('dialog').innerText()
    if (!/stores the program itself/.test(said)) problems.push('the page does not say that the browser stores it')
    await close()
    await page.goto(address)
    await page.getByRole('button', { name: /census example/i }).click()
    await page.getByRole('button', { name: /Go on to Roles/ }).waitFor({ timeout: 60_000 })
    // Without its host, a file that cannot be loaded is reported.
    problems.push(
      ...mistakes.filter((text) => !/ERR_CONNECTION_REFUSED/.test(text)).map((text) => `the browser says: ${text}`),
    )
  } catch (error) {
    problems.push(error.message.split('\n').slice(0, 3).join(' '))
  } finally {
    await context.close()
  }
  return problems
}
