import { chromium } from 'playwright-core'
import { launching, openPage } from '../browsers.mjs'
import { watchMemory } from './renderer-memory.mjs'

/**
 * A tab in a browser of its own, whose long tasks and memory are watched.
 *
 * @param address the page's; nothing is opened where it is not given
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
    /** Milliseconds of the tasks over 50 ms since it was asked last. */
    longTasks: () => page.evaluate(() => window.longTasks.splice(0)),
    /** Waits until nothing is under way. */
    idle: () => page.getByRole('region', { name: 'Under way' }).waitFor({ state: 'hidden', timeout: 600_000 }),
    async close() {
      memory.stop()
      await browser.close()
      await server.close()
    },
  }
}
