import { chromium } from 'playwright-core'
import { launching, openPage } from '../browsers.mjs'
import { watchMemory } from './renderer-memory.mjs'

/**
 * Opens a tab in a separate browser, with its long tasks and memory recorded.
 *
 * @param address - Address of the page; by default an empty one.
 * @returns The tab with its records.
 */
export async function openWatched(address = 'about:blank') {
  const server = await chromium.launchServer(launching)
  const browser = await chromium.connect(server.wsEndpoint())
  const memory = watchMemory(server.process().pid)
  const opened = await openPage(browser, address, {}, () => {
    window.longTasks = []
    new PerformanceObserver((list) => {
      window.longTasks.push(...list.getEntries().map(({ duration }) => Math.round(duration)))
    }).observe({ type: 'longtask', buffered: true })
  })
  const { page } = opened
  return {
    ...opened,
    memory,
    /** Returns the milliseconds of tasks over 50 ms since the last call. */
    longTasks: () => page.evaluate(() => window.longTasks.splice(0)),
    /** Waits until no work is in progress. */
    idle: () => page.getByRole('region', { name: 'Under way' }).waitFor({ state: 'hidden', timeout: 600_000 }),
    async close() {
      memory.stop()
      await browser.close()
      await server.close()
    },
  }
}
