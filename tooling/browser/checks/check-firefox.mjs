import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sdcProcess } from '../../../packages/testing/src/sdc-process.mjs'
import { firefoxPath, openFirefox } from '../browsers.mjs'
import { checkLoop } from './check-loop.mjs'
import { firefoxPage } from '../firefox-page.mjs'
import { fixedDraws, fixedDrawsFile } from '../fixed-draws.mjs'
import { filesOf, loop, saveBoxes } from '../loop.mjs'
import { serve } from '../served.mjs'

async function ofFirefox(browser, address, folder, problems) {
  const page = await browser.newPage()
  page.on('pageerror', (error) => problems.push(`Firefox, ${address}: ${error.message}`))
  await page.goto(address)
  const driven = firefoxPage(page, folder)
  await loop(driven)
  const files = await filesOf(await saveBoxes(driven))
  await page.close()
  return files
}

/** Returns the files of two releases that differ in their bytes. */
function different(files, others) {
  const names = [...new Set([...Object.keys(files), ...Object.keys(others)])]
  return names.filter((name) => !files[name]?.equals(others[name] ?? Buffer.alloc(0)))
}

/** Returns true if a key replayed by the command line in Node gives the file with which it was saved. */
async function replays(sdc, files, folder) {
  writeFileSync(join(folder, 'key.json'), files['census.PRIVATE.key.json'])
  await sdc.done(folder, 'dataset', 'census', '-o', 'census.csv')
  await sdc.done(folder, 'run', 'key.json', '--data', 'census.csv', '-o', 'again.csv')
  return readFileSync(join(folder, 'again.csv')).equals(files['census.public.csv'])
}

/**
 * Runs the whole loop by keyboard from a host, in Chromium and in Firefox, there from a file as well, until both boxes
 * are saved. The keys are fixed, so all files equal those of Chromium, and the command line replays the key to the same
 * file.
 *
 * @param browser - Chromium.
 * @param say - Receives lines that are not problems.
 * @returns The problems.
 */
export async function checkFirefox(browser, say) {
  const server = await serve(fixedDraws)
  let expected = {}
  const problems = await checkLoop(browser, server.page, { look: false, saved: (files) => (expected = files) })
  const folder = mkdtempSync(join(tmpdir(), 'sdc-firefox-'))
  const saved = join(folder, 'saved')
  mkdirSync(saved)
  const sdc = sdcProcess()
  let firefox
  try {
    if (!existsSync(firefoxPath)) {
      say(`  not run: there is no ${firefoxPath}`)
      return [...problems, ...(process.env.SDC_FIREFOX ? [`there is no ${firefoxPath}`] : [])]
    }
    firefox = await openFirefox(saved)
    for (const address of [fixedDrawsFile(folder), server.page]) {
      const files = await ofFirefox(firefox, address, saved, problems)
      const others = different(files, expected)
      problems.push(...others.map((name) => `${address}: ${name} is not what Chromium gives`))
      say(`  ${address.split(':')[0]}: ${Object.keys(files).length - others.length} files as Chromium gives them`)
      if (!(await replays(sdc, files, folder))) problems.push(`${address}: sdc run gives another file of its key`)
    }
  } catch (error) {
    problems.push(error.message.split('\n').slice(0, 3).join(' '))
  } finally {
    await firefox?.close()
    await server.close()
    sdc.end()
    rmSync(folder, { recursive: true, force: true })
  }
  return problems
}
