// The JavaScript engines that must give equal results: three versions of Node, Debian's Chromium and Firefox.
import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { openChromium, openFirefox } from '../browser/browsers.mjs'

const run = promisify(execFile)
const TIMEOUT = 1_800_000

/** Returns an engine for a command that starts Node. */
function node(program, ...args) {
  return async (script, call, folder) => {
    const file = join(folder, 'call.cjs')
    writeFileSync(file, `${script}\n${call}.then((made) => console.log(JSON.stringify([process.version, made])))\n`)
    const { stdout } = await run(program, [...args, file], { cwd: folder, maxBuffer: 1e9, timeout: TIMEOUT })
    const [version, made] = JSON.parse(stdout)
    return { version: `Node ${version.slice(1)}`, made }
  }
}

/** Returns a page as a file, like one opened by double click. */
function pageIn(folder, script) {
  writeFileSync(join(folder, 'script.js'), script)
  writeFileSync(join(folder, 'page.html'), '<!doctype html><meta charset="utf-8"><script src="script.js"></script>')
  return pathToFileURL(join(folder, 'page.html')).href
}

/** Opens a page with the script; closes a browser that fails. */
async function opened(browser, script, folder) {
  try {
    const page = await browser.newPage()
    await page.goto(pageIn(folder, script))
    return page
  } catch (error) {
    await browser.close()
    throw error
  }
}

/** Opens a page of Chromium for many calls of a script; `call` returns the value of its promise. */
async function chromiumPage(script, folder) {
  const browser = await openChromium()
  const page = await opened(browser, script, folder)
  return {
    version: `Chromium ${browser.version()}`,
    call: (call) => page.evaluate(call),
    close: () => browser.close(),
  }
}

async function firefoxPage(script, folder) {
  const browser = await openFirefox(undefined, { protocolTimeout: TIMEOUT })
  const page = await opened(browser, script, folder)
  return {
    version: (await browser.version()).replace(/^firefox\//i, 'Firefox '),
    call: async (call) => JSON.parse(await page.evaluate(`${call}.then(JSON.stringify)`)),
    close: () => browser.close(),
  }
}

/** Browsers by name, for scripts with several calls, since starting one takes seconds. */
export const pages = { Chromium: chromiumPage, Firefox: firefoxPage }

function once(open) {
  return async (script, call, folder) => {
    const page = await open(script, folder)
    try {
      return { version: page.version, made: await page.call(call) }
    } finally {
      await page.close()
    }
  }
}

/**
 * Engines by name: `(script, call, folder)` runs the script, and returns its version and the value of the call's
 * promise.
 */
export const engines = {
  'this Node': node(process.execPath),
  'Node 24': node('npx', '-y', '-p', 'node@24', 'node'),
  'Node 26': node('npx', '-y', '-p', 'node@26', 'node'),
  Chromium: once(chromiumPage),
  Firefox: once(firefoxPage),
}
