// The JavaScript engines that must give the same: three versions of Node, Debian's Chromium and Firefox.
import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { openChromium, openFirefox } from '../browser/browsers.mjs'

const run = promisify(execFile)
const TIMEOUT = 1_800_000

/** A program that ends with a Node, and its arguments. */
function node(program, ...args) {
  return async (script, call, folder) => {
    const file = join(folder, 'call.cjs')
    writeFileSync(file, `${script}\n${call}.then((made) => console.log(JSON.stringify([process.version, made])))\n`)
    const { stdout } = await run(program, [...args, file], { cwd: folder, maxBuffer: 1e9, timeout: TIMEOUT })
    const [version, made] = JSON.parse(stdout)
    return { version: `Node ${version.slice(1)}`, made }
  }
}

/** A page of a file, as the one that is opened by double click. */
function pageIn(folder, script) {
  writeFileSync(join(folder, 'script.js'), script)
  writeFileSync(join(folder, 'page.html'), '<!doctype html><meta charset="utf-8"><script src="script.js"></script>')
  return pathToFileURL(join(folder, 'page.html')).href
}

/** A page with the script; a browser that has none to give is closed. */
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

/** A page of Chromium for many calls of a script: `call` gives what its promise gave. */
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

/** The browsers by name, for scripts that are called several times: to start one takes seconds. */
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

/** Each by its name: `(script, call, folder)` runs the script, and gives its version and what the call's promise gave. */
export const engines = {
  'this Node': node(process.execPath),
  'Node 24': node('npx', '-y', '-p', 'node@24', 'node'),
  'Node 26': node('npx', '-y', '-p', 'node@26', 'node'),
  Chromium: once(chromiumPage),
  Firefox: once(firefoxPage),
}
