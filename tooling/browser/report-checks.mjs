/**
 * Checks of a report that need a browser. It loads nothing and its own policy allows it. It has no violation of WCAG
 * 2.2 AA, wide and narrow, light and dark. Nothing scrolls sideways. The PDF is tagged, and each page is one sheet
 * without cut content.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js')
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
const looks = [1000, 340].flatMap((width) => ['light', 'dark'].map((colorScheme) => ({ width, colorScheme })))
/** Each width and each colour scheme once; the other two pairs cost as much and add nothing. */
const looksOfRules = looks.filter(({ width, colorScheme }) => (width === 340) === (colorScheme === 'dark'))

/**
 * Checks a report.
 *
 * @param {import('playwright-core').Browser} browser - Chromium.
 * @param {string} file - Path of a report.
 * @returns {Promise<string[]>} The problems, a sentence each.
 */
export async function reportFailures(browser, file) {
  const failures = []
  // First unchanged, under its own policy; then without it, since checks run code in the page. Opening a page costs
  // more than the checks.
  const strict = await opened(browser, file, {}, failures)
  for (const look of looks) failures.push(...(await screenFailures(strict.page, look)))
  await strict.context.close()
  const { context, page } = await opened(browser, file, { bypassCSP: true }, failures)
  failures.push(...(await paperFailures(page)))
  await page.evaluate(readFileSync(axe, 'utf8'))
  for (const look of looksOfRules) failures.push(...(await ruleFailures(page, look)))
  // These checks leave only that page.
  failures.push(...(await firstPageFailures(page)))
  await context.close()
  return failures.map((failure) => `${file}: ${failure}`)
}

/** Opens the report and records its requests and refusals. */
async function opened(browser, file, options, failures) {
  const context = await browser.newContext(options)
  const page = await context.newPage()
  const address = pathToFileURL(file).href
  page.on('request', (request) => {
    if (request.url().split('#')[0] !== address) failures.push(`asked for ${request.url().slice(0, 200)}`)
  })
  page.on('console', (message) => failures.push(`the browser says: ${message.text().slice(0, 300)}`))
  page.on('pageerror', (error) => failures.push(`an error: ${error.message.slice(0, 300)}`))
  page.on('dialog', (dialog) => {
    failures.push('a script ran')
    void dialog.dismiss()
  })
  await page.goto(address)
  return { context, page }
}

async function lookedAt(page, { width, colorScheme }) {
  await page.setViewportSize({ width, height: 800 })
  await page.emulateMedia({ media: 'screen', colorScheme })
  return `${width} px, ${colorScheme}`
}

async function screenFailures(page, look) {
  const failures = []
  const where = await lookedAt(page, look)
  const widest = await page.evaluate(() => document.documentElement.scrollWidth)
  if (widest > look.width) failures.push(`${where}: scrolls sideways, ${widest} px`)
  const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  if (ground === 'rgba(0, 0, 0, 0)') failures.push(`${where}: its style was not let in`)
  return failures
}

async function ruleFailures(page, look) {
  const where = await lookedAt(page, look)
  // Only some of similar tables are opened, since those of a hundred columns take minutes.
  await openDetails(page, true)
  const violations = await page.evaluate(async (values) => {
    const { violations: found } = await globalThis.axe.run(document, {
      runOnly: { type: 'tag', values },
      resultTypes: ['violations'],
    })
    return found.map(({ id, nodes }) => `${id}, ${nodes.length} times, first at ${nodes[0].html.slice(0, 160)}`)
  }, rules)
  await openDetails(page, false)
  return violations.map((violation) => `${where}: ${violation}`)
}

function openDetails(page, open) {
  return page.evaluate((isOpen) => {
    for (const details of [...document.querySelectorAll('details')].slice(0, 12)) details.open = isOpen
  }, open)
}

async function paperFailures(page) {
  const failures = []
  const whole = await printed(page)
  if (!/\/MarkInfo\s*<<[^>]*\/Marked true/.test(whole) || !whole.includes('/StructTreeRoot'))
    failures.push('its PDF is not tagged')
  if (!/\/Lang \(en/.test(whole)) failures.push('its PDF names no language')
  if ((await page.locator('.first').count()) > 0) failures.push(...(await leafFailures(page, pagesOf(whole))))
  return failures
}

/** Checks that an internal report has one sheet per page, at most six, without cut content. */
async function leafFailures(page, pages) {
  const failures = []
  const leaves = await page.locator('.leaf').count()
  if (pages !== leaves + 1 || pages > 6) failures.push(`${leaves + 1} pages take ${pages} sheets of paper`)
  await onPaper(page)
  const cut = await page.evaluate(() =>
    [...document.querySelectorAll('.leaf')].flatMap((leaf) => {
      const { bottom } = leaf.getBoundingClientRect()
      const beyond = Math.max(...[...leaf.children].map((child) => child.getBoundingClientRect().bottom)) - bottom
      const figures = [...leaf.querySelectorAll('.multi figure')].filter(
        (figure) => figure.scrollHeight > figure.clientHeight + 1 || figure.scrollWidth > figure.clientWidth + 1,
      )
      return [
        ...(beyond > 0.5
          ? [`${leaf.getAttribute('aria-labelledby')} is ${beyond.toFixed(1)} px too long for its paper`]
          : []),
        ...figures.map((figure) => `${figure.querySelector('strong').textContent} is cut`),
      ]
    }),
  )
  await page.emulateMedia({ media: 'screen' })
  return [...failures, ...cut]
}

/** Sets the page to paper: A4 between its margins. */
async function onPaper(page) {
  await page.emulateMedia({ media: 'print', colorScheme: 'light' })
  await page.setViewportSize({ width: Math.round((176 / 25.4) * 96), height: 1000 })
}

function pagesOf(pdf) {
  return pdf.match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0
}

async function firstPageFailures(page) {
  if ((await page.locator('.first').count()) === 0) return []
  const failures = []
  await onPaper(page)
  const beyond = await page.evaluate(() => {
    const first = document.querySelector('.first')
    const end = first.getBoundingClientRect().bottom
    // Lines cut on purpose have more text below them; the remaining content must end on the page.
    const lowest = [...first.children].map((child) => child.getBoundingClientRect().bottom)
    return Math.max(...lowest) - end
  })
  if (beyond > 0.5) failures.push(`page 1 is ${beyond.toFixed(1)} px too long for its paper`)
  await page.evaluate(() => {
    for (const one of document.querySelectorAll('main > :not(.first)')) one.remove()
    document.querySelector('footer')?.remove()
  })
  const pages = pagesOf(await printed(page))
  if (pages !== 1) failures.push(`page 1 is ${pages} pages`)
  return failures
}

/** Returns the page as a PDF, its bytes as characters. */
async function printed(page) {
  const bytes = await page.pdf({ preferCSSPageSize: true, tagged: true, outline: true })
  return bytes.toString('latin1')
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { openChromium } = await import('./browsers.mjs')
  const browser = await openChromium()
  const failures = []
  for (const file of process.argv.slice(2)) failures.push(...(await reportFailures(browser, file)))
  await browser.close()
  for (const failure of failures) process.stderr.write(`${failure}\n`)
  process.stdout.write(`${process.argv.length - 2} reports, ${failures.length} failures\n`)
  process.exitCode = failures.length === 0 ? 0 : 1
}
