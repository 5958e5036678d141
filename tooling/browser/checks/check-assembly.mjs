import { runInNewContext } from 'node:vm'
import { esbuildBundle } from '../../engines/bundle.mjs'
import { openPage } from '../browsers.mjs'
import { serve } from '../served.mjs'

/** A search of nearest records that is large enough for WebAssembly; it counts compilations and returns all results. */
const entry = `
  import { nearestRecord } from '@sdc/stats'
  globalThis.searched = () => {
    let state = 1
    const drawn = () => (state = (state * 16807) % 2147483647) / 2147483647
    const columns = () => Array.from({ length: 13 }, () => Float64Array.from({ length: 1080 }, drawn))
    const { Module } = WebAssembly
    let compiled = 0
    WebAssembly.Module = function (code) {
      const module = new Module(code)
      compiled++
      return module
    }
    const found = JSON.stringify(nearestRecord(columns(), columns()), (key, value) => (ArrayBuffer.isView(value) ? Array.from(value) : value))
    WebAssembly.Module = Module
    return { compiled, found }
  }`

/** Returns the results in a worker of the page, whose script is subject to the page's policy. */
async function inWorker(browser, script, change) {
  const server = await serve(change)
  const { page, context } = await openPage(browser, server.page)
  try {
    await page.getByRole('button', { name: /census example/i }).click()
    await page.getByRole('button', { name: /Go on to Roles/ }).waitFor({ timeout: 60_000 })
    const [worker] = page.workers()
    await worker.evaluate(script)
    // Later, by the worker itself: code run by the protocol may compile anything.
    return await worker.evaluate(`new Promise((said) => setTimeout(() => said(searched())))`)
  } finally {
    await context.close()
    await server.close()
  }
}

const refusing = (bytes, name) => {
  if (!name.endsWith('.html')) return bytes
  const without = String(bytes).replace(` 'wasm-unsafe-eval'`, '')
  if (without === String(bytes)) throw new Error('the policy does not name WebAssembly')
  return Buffer.from(without)
}

/**
 * Checks that a worker searches by WebAssembly under the page's policy with the results of Node. If the policy refuses
 * WebAssembly, nothing is compiled and the results are the same.
 *
 * @param browser - Chromium.
 * @returns The problems.
 */
export async function checkAssembly(browser) {
  try {
    const script = await esbuildBundle(entry)
    const node = runInNewContext(`${script};searched()`, { WebAssembly })
    const allowed = await inWorker(browser, script)
    const stopped = await inWorker(browser, script, refusing)
    return [
      ...(node.compiled === 0 ? ['Node searches without WebAssembly: nothing is compared'] : []),
      ...(node.found.length < 1080 ? ['too little was found to compare'] : []),
      ...(allowed.compiled === 0 ? ['the policy lets no worker search by WebAssembly'] : []),
      ...(allowed.found === node.found ? [] : ['a worker of the page finds something else than Node']),
      ...(stopped.compiled > 0 ? ['WebAssembly is compiled where a policy refuses it'] : []),
      ...(stopped.found === node.found ? [] : ['without WebAssembly something else is found']),
    ]
  } catch (error) {
    return [error.message.split('\n').slice(0, 3).join(' ')]
  }
}
