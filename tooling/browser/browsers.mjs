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

/** Options for starting Chromium. */
export const launching = { executablePath, args }

/**
 * Starts Chromium.
 *
 * @param more - Additional flags.
 * @returns The browser.
 */
export const openChromium = (more = []) => chromium.launch({ ...launching, args: [...args, ...more] })

export const firefoxPath = process.env.SDC_FIREFOX ?? '/usr/bin/firefox-esr'

/** The list of downloads stays closed; it would open and take the focus. */
const savedWithoutAsking = { 'browser.download.folderList': 2, 'browser.download.alwaysOpenPanel': false }

/** Without AVX: on some processors with AVX-512 the code that Firefox compiles with it is forty times as slow. */
const withoutAvx = { 'javascript.options.wasm_simd_avx': false }

/**
 * Starts Firefox.
 *
 * @param folder - Folder for downloads, without asking.
 * @param more - Further options of puppeteer.
 * @returns The browser.
 */
export const openFirefox = (folder, more = {}) =>
  puppeteer.launch({
    browser: 'firefox',
    executablePath: firefoxPath,
    headless: true,
    extraPrefsFirefox: { ...withoutAvx, ...(folder && { ...savedWithoutAsking, 'browser.download.dir': folder }) },
    ...more,
  })

/**
 * Opens a tab with the page, and records its network requests, errors and downloads.
 *
 * @param browser - The browser.
 * @param address - Address of the page.
 * @param options - Options of a playwright context.
 * @param before - Script that runs in the page first.
 * @returns The tab with its records.
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
  // A folder cannot be picked without a person, so boxes are saved as zip files, as in Firefox.
  await page.addInitScript(() => delete window.showDirectoryPicker)
  await page.addInitScript(before)
  await page.goto(address)
  return { page, context, requests, mistakes, downloads }
}
