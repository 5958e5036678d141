import axe from 'axe-core'
import { readFile } from 'node:fs/promises'
import { openPage } from '../browsers.mjs'
import { ownFiles } from './check-installable.mjs'
import { filesOf, loop, saveBoxes } from '../loop.mjs'
import { refusedSave, refusingFolders } from '../refused-save.mjs'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Returns the violations that axe finds on a screen, and an error if the page is wider than its window. */
export async function screenProblems(page, name) {
  // Injected through the protocol, which the page's policy does not block.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  // Colours change gradually after a change of the look, and axe would read intermediate ones.
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)))
  // With forced colours axe would read colours that are not painted.
  const forced = await page.evaluate(() => matchMedia('(forced-colors: active)').matches)
  const { violations } = await page.evaluate(
    (values) => window.axe.run(document, { runOnly: { type: 'tag', values }, resultTypes: ['violations'] }),
    rules,
  )
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  return [
    ...violations
      .filter(({ id }) => !(forced && id === 'color-contrast'))
      .map(
        ({ id, nodes }) =>
          `${name}: ${id}: ${nodes
            .map(({ target }) => target.join(' '))
            .slice(0, 3)
            .join(', ')}`,
      ),
    ...(wide > 0 ? [`${name}: ${wide} px wider than its window`] : []),
  ]
}

/** Looks in which a screen is checked: light, dark, 400 % (340 px), forced colours. */
const looks = {
  light: { colorScheme: 'light', forcedColors: 'none', width: 1280 },
  dark: { colorScheme: 'dark', forcedColors: 'none', width: 1280 },
  narrow: { colorScheme: 'light', forcedColors: 'none', width: 340 },
  'narrow, dark': { colorScheme: 'dark', forcedColors: 'none', width: 340 },
  'forced colours': { colorScheme: 'dark', forcedColors: 'active', width: 1280 },
}

/**
 * Runs the loop by keyboard, checks each screen in every look, and a folder that refuses writing. The saved boxes have
 * the required files, and the network was used only for the page.
 *
 * @param browser - Chromium.
 * @param address - Address of the page.
 * @param options - `look` is true to check the screens, with folders that can be picked; `saved` receives the files of
 *   both boxes by name.
 * @returns The problems.
 */
export async function checkLoop(browser, address, { look = true, saved = () => {} } = {}) {
  const own = address.startsWith('file:') ? [address] : ownFiles(address)
  const { page, context, requests, mistakes } = await openPage(
    browser,
    address,
    { reducedMotion: 'reduce' },
    look ? refusingFolders : undefined,
  )
  const problems = []
  try {
    await loop(page, async (name) => {
      if (!look) return
      for (const [how, { width, ...media }] of Object.entries(looks)) {
        await page.emulateMedia(media)
        await page.setViewportSize({ width, height: 900 })
        problems.push(...(await screenProblems(page, `${name}, ${how}`)))
      }
      await page.emulateMedia({ colorScheme: 'light', forcedColors: 'none' })
      await page.setViewportSize({ width: 1280, height: 900 })
      const moving = await page.evaluate(
        () => document.getAnimations().filter(({ playState }) => playState === 'running').length,
      )
      if (moving > 0) problems.push(`${name}: ${moving} animations run where less motion is asked for`)
    })
    if (look) problems.push(...(await refusedSave(page)))
    const boxes = await saveBoxes(page, look ? ' as a zip' : '')
    const [keep, released] = boxes
    const names = [keep, released].map((download) => download.suggestedFilename())
    if (!/PRIVATE/.test(names[0]) || !/public/.test(names[1])) problems.push(`saved as ${names.join(', ')}`)
    const inKeep = (await readFile(await keep.path())).toString('latin1')
    const inPublic = (await readFile(await released.path())).toString('latin1')
    saved(await filesOf(boxes))
    if (!inKeep.includes('PRIVATE.key.json')) problems.push('the private box has no key')
    if (!inPublic.includes('public.csv')) problems.push('the public box has no file')
    if (inPublic.includes('PRIVATE')) problems.push('the public box has a private file')
    const strange = requests.filter((url) => !own.includes(url) && !url.startsWith('blob:'))
    if (strange.length > 0) problems.push(`asked for ${strange.join(', ')}`)
    problems.push(...mistakes.map((text) => `the browser says: ${text}`))
  } catch (error) {
    problems.push(error.message.split('\n').slice(0, 3).join(' '))
  } finally {
    await context.close()
  }
  return problems
}
