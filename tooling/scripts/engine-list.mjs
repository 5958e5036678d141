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

async function inChromium(script, call, folder) {
  const browser = await openChromium()
  try {
    const page = await browser.newPage()
    await page.goto(pageIn(folder, script))
    return { version: `Chromium ${browser.version()}`, made: await page.evaluate(call) }
  } finally {
    await browser.close()
  }
}

async function inFirefox(script, call, folder) {
  const browser = await openFirefox(undefined, { protocolTimeout: TIMEOUT })
  try {
    const page = await browser.newPage()
    await page.goto(pageIn(folder, script))
    const version = (await browser.version()).replace(/^firefox\//i, 'Firefox ')
    return { version, made: JSON.parse(await page.evaluate(`${call}.then(JSON.stringify)`)) }
  } finally {
    await browser.close()
  }
}

/** Each by its name: `(script, call, folder)` runs the script, and gives its version and what the call's promise gave. */
export const engines = {
  'this Node': node(process.execPath),
  'Node 24': node('npx', '-y', '-p', 'node@24', 'node'),
  'Node 26': node('npx', '-y', '-p', 'node@26', 'node'),
  Chromium: inChromium,
  Firefox: inFirefox,
}
