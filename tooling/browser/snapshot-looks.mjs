import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { boxesOf } from './boxes.mjs'
import { openPage } from './browsers.mjs'
import { fixedDrawsFile } from './fixed-draws.mjs'
import { loop, saveBoxes } from './loop.mjs'
import { shrunk } from './pictures.mjs'
import { unzipped } from './unzipped.mjs'

/**
 * A look: the width, the colour scheme, and true if boxes are compared as well (they do not depend on the colour
 * scheme).
 */
const wide = { width: 1280, colorScheme: 'light', boxes: true }
const narrow = { width: 340, colorScheme: 'light', boxes: true }
const dark = { width: 1280, colorScheme: 'dark' }
const views = {
  Data: { wide, narrow },
  Roles: { wide, narrow },
  Try: { wide, narrow },
  Choose: { wide, narrow, dark },
  Release: { wide, narrow, dark },
}

/** Height of a long screen in its picture, in CSS pixels; boxes are compared below as well. */
const MOST_HIGH = 2000

/** One font for all texts, since machines have different ones: DejaVu Sans, which has all signs of the page. */
const fonts = {
  400: import.meta.resolve('@fontsource/dejavu-sans/files/dejavu-sans-latin-400-normal.woff2'),
  700: import.meta.resolve('@fontsource/dejavu-sans/files/dejavu-sans-latin-700-normal.woff2'),
}

function oneFont() {
  const faces = Object.entries(fonts).map(([weight, address]) => {
    const source = `url(data:font/woff2;base64,${readFileSync(new URL(address)).toString('base64')})`
    return `@font-face { font-family: Held; font-weight: ${weight}; src: ${source} }`
  })
  return `${faces.join(' ')} *, ::before, ::after { font-family: Held !important; font-feature-settings: normal !important }`
}

const settled = (page) =>
  page.evaluate(async () => {
    await Promise.all(['400 1rem Held', '700 1rem Held'].map((font) => document.fonts.load(font)))
    for (let frame = 0; frame < 3; frame++) await new Promise((drawn) => requestAnimationFrame(drawn))
  })

/** Stops the page's clock; timers continue. */
function stopClock() {
  const Running = Date
  const now = new Running(2027, 2, 31, 12).getTime()
  globalThis.Date = class extends Running {
    constructor(...parts) {
      super(...(parts.length > 0 ? parts : [now]))
    }
    static now() {
      return now
    }
  }
}

/** Records a page: its picture, and its boxes if requested. */
async function look(page, protocol, name, boxes) {
  await settled(page)
  const height = Math.min(MOST_HIGH, await page.evaluate(() => document.documentElement.scrollHeight))
  const clip = { x: 0, y: 0, width: page.viewportSize().width, height }
  const picture = shrunk(await page.screenshot({ fullPage: true, clip, animations: 'disabled', scale: 'css' }))
  return { name, picture, boxes: boxes && (await boxesOf(protocol)) }
}

/** Records a screen in every requested look. */
async function lookAll(page, protocol, screen, ways) {
  const looks = []
  for (const [way, { width, colorScheme, boxes }] of Object.entries(ways)) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 900 })
    looks.push(await look(page, protocol, `${screen} ${way}`.toLowerCase().replaceAll(' ', '-'), boxes))
  }
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 1280, height: 900 })
  return looks
}

/** Look of a report: A4 paper between its margins, in CSS pixels. */
const paper = { viewport: { width: Math.round((176 / 25.4) * 96), height: 1000 }, colorScheme: 'light' }

/** Records a report as printed: page 1, if it has a signed one. */
async function lookAtReport(browser, file, name) {
  const { page, context } = await openPage(browser, pathToFileURL(file).href, { ...paper, bypassCSP: true })
  await page.emulateMedia({ media: 'print' })
  await page.addStyleTag({ content: oneFont() })
  await page.evaluate(() => {
    if (document.querySelector('.first'))
      for (const rest of document.querySelectorAll('main > :not(.first), footer')) rest.remove()
  })
  const made = await look(page, await context.newCDPSession(page), name, true)
  await context.close()
  return made
}

/**
 * Records every screen of the loop, and the two saved reports. They depend on the example only: keys are fixed, the
 * clock is stopped, nothing moves, there is one font.
 *
 * @param browser - Chromium.
 * @param onScreen - Called with the page while each screen is open, after it was recorded.
 * @returns Name, picture and, if compared, boxes of each look.
 */
export async function allLooks(browser, onScreen = async () => {}) {
  const folder = mkdtempSync(join(tmpdir(), 'sdc-snapshots-'))
  const looks = []
  const options = { reducedMotion: 'reduce', colorScheme: 'light', bypassCSP: true }
  const { page, context } = await openPage(browser, fixedDrawsFile(folder), options, stopClock)
  try {
    await page.addStyleTag({ content: oneFont() })
    const protocol = await context.newCDPSession(page)
    await loop(page, async (screen) => {
      if (!(screen in views)) return
      await page.locator('[aria-busy="true"]').first().waitFor({ state: 'hidden', timeout: 60_000 })
      looks.push(...(await lookAll(page, protocol, screen, views[screen])))
      await onScreen(screen, page, (name) => look(page, protocol, name, true))
    })
    const saved = await saveBoxes(page)
    for (const [at, name] of ['report-internal', 'report-public'].entries()) {
      const files = unzipped(readFileSync(await saved[at].path()))
      const [report] = Object.keys(files).filter((file) => file.endsWith('.html'))
      const file = join(folder, `${name}.html`)
      writeFileSync(file, files[report])
      looks.push(await lookAtReport(browser, file, name))
    }
    return looks
  } finally {
    await context.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
