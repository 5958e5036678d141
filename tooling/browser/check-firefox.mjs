import { existsSync } from 'node:fs'
import puppeteer from 'puppeteer-core'

const executablePath = process.env.SDC_FIREFOX ?? '/usr/bin/firefox-esr'

/** In Firefox the page opens, reads its example in a worker and shows its columns, from a file and from a host. */
export async function checkFirefox(addresses, say) {
  if (!existsSync(executablePath)) {
    say(`  not run: there is no ${executablePath}`)
    return process.env.SDC_FIREFOX ? [`there is no ${executablePath}`] : []
  }
  const browser = await puppeteer.launch({ browser: 'firefox', executablePath, headless: true })
  const problems = []
  try {
    for (const address of addresses) {
      const page = await browser.newPage()
      page.on('pageerror', (error) => problems.push(`${address}: ${error.message}`))
      await page.goto(address)
      await (await page.waitForSelector('aria/Use the census example')).click()
      await (await page.waitForSelector('aria/Go on to Roles', { timeout: 60_000 })).click()
      const table = await page.waitForSelector('aria/Columns and their roles', { timeout: 30_000 })
      const rows = await table.evaluate((element) => element.querySelectorAll('tbody tr').length)
      if (rows !== 13) problems.push(`${address}: ${rows} columns`)
      await page.close()
    }
  } catch (error) {
    problems.push(error.message)
  } finally {
    await browser.close()
  }
  return problems
}
