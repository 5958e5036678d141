import { chromium } from 'playwright-core'
import puppeteer from 'puppeteer-core'

const executablePath = process.env.SDC_CHROMIUM ?? '/usr/bin/chromium'
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** How Chromium is started. */
export const launching = { executablePath, args }

/**
 * Starts Chromium.
 *
 * @param more flags, over those of every check
 */
export const openChromium = (more = []) => chromium.launch({ ...launching, args: [...args, ...more] })

export const firefoxPath = process.env.SDC_FIREFOX ?? '/usr/bin/firefox-esr'

/** Its list of what was saved, which would open and take the focus, stays closed. */
const savedWithoutAsking = { 'browser.download.folderList': 2, 'browser.download.alwaysOpenPanel': false }

/**
 * Starts Firefox.
 *
 * @param folder where it puts what is saved, without asking
 * @param more options of puppeteer
 */
export const openFirefox = (folder, more = {}) =>
  puppeteer.launch({
    browser: 'firefox',
    executablePath: firefoxPath,
    headless: true,
    ...(folder && { extraPrefsFirefox: { ...savedWithoutAsking, 'browser.download.dir': folder } }),
    ...more,
  })

/**
 * A tab on the page, with what it asks of a network, what it says of mistakes, and what it has saved.
 *
 * @param browser who opens it
 * @param address the page's
 * @param options as a context of playwright takes them
 * @param before is run in the page before anything of its own
 */
export async function openPage(browser, address, options = {}, before = () => {}) {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    acceptDownloads: true,
    ...options,
  })
  const page = await context.newPage()
  const requests = []
  const mistakes = []
  const downloads = []
  context.on('request', (request) => requests.push(request.url()))
  page.on('websocket', (socket) => requests.push(socket.url()))
  page.on('pageerror', (error) => mistakes.push(error.message))
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) mistakes.push(message.text())
  })
  page.on('download', (download) => downloads.push(download))
  // A folder cannot be picked without a person: boxes are saved as zips, as in Firefox.
  await page.addInitScript(() => delete window.showDirectoryPicker)
  await page.addInitScript(before)
  await page.goto(address)
  return { page, context, requests, mistakes, downloads }
}
