import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPage } from '../browsers.mjs'
import { said } from '../said.mjs'

const table = (head, shift = 0) =>
  `${head}\n${Array.from({ length: 60 }, (_, i) => `${i * 7 + 3 + shift},${(i * 37) % 61},${(i * i) % 53}`).join('\n')}\n`

const choose = (page, ...files) => page.locator('input[type=file]').first().setInputFiles(files)
const go = (page, step) => page.getByRole('link', { name: new RegExp(`^${step}`) }).click()
const isOpen = (page, name) => page.getByRole('heading', { name, level: 3 }).waitFor({ timeout: 30_000 })

/** Drops files on the page by name; the last one as a folder if requested. */
const drop = (page, names, isFolder) =>
  page.evaluate(
    ([all, folder]) => {
      const transfer = new DataTransfer()
      for (const name of all) transfer.items.add(new File(['a,b\n1,2\n'], name))
      if (folder) DataTransferItem.prototype.webkitGetAsEntry = () => ({ isDirectory: true, isFile: false })
      document.body.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: transfer }))
    },
    [names, isFolder],
  )

async function files(page, folder) {
  const put = (name, text) => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }
  const problems = []
  const own = put('own.csv', table('a,b,c'))
  await drop(page, ['one.csv', 'two.csv'], false)
  problems.push(...(await said(page, /2 files were opened at once/)))
  await drop(page, ['folder'], true)
  problems.push(...(await said(page, /a folder was dropped/)))
  await choose(page, put('own.PRIVATE.csv', 'a,b\n1,2\n'))
  problems.push(...(await said(page, /is a private file/)))
  await choose(page, own)
  await isOpen(page, 'own.csv')
  await choose(
    page,
    put(
      'other.yaml',
      'data: other.csv\nsteps:\n  - { use: microaggregation/mdav, columns: [x, y], params: { k: 5 } }\n',
    ),
  )
  problems.push(...(await said(page, /belongs to another file: it names x, y/)))
  await choose(page, put('newer.history.json', '{"format": "sdc page history 9", "versions": []}'))
  problems.push(...(await said(page, /sdc page history 9/)))
  // The file changed on disk after it was opened, so no candidate is made from it.
  writeFileSync(own, table('a,b,c', 1))
  await go(page, 'Try')
  await page
    .getByRole('button', { name: /^Compare/ })
    .first()
    .click()
  problems.push(...(await said(page, /changed|cannot be read/)))
  await go(page, 'Data')
  await choose(page, own)
  await isOpen(page, 'own.csv')
  return problems
}

/** A worker that fails during a comparison is reported, and the page can compare again. */
async function lostWorker(page) {
  await page.getByRole('button', { name: /census example/i }).click()
  await isOpen(page, 'census.csv')
  await go(page, 'Try')
  const before = new Set(page.workers())
  const started = page.waitForEvent('worker', { timeout: 30_000 })
  await page
    .getByRole('button', { name: /^Compare/ })
    .first()
    .click()
  const worker = await started
  if (before.has(worker)) return ['no worker was started to compare']
  await worker.evaluate('void setTimeout(() => { throw new Error("it died") })')
  const problems = await said(page, /it died/)
  await page
    .getByRole('button', { name: /^Compare/ })
    .first()
    .click()
  await page.getByText(/the map is filling/).waitFor({ timeout: 30_000 })
  return problems
}

/** Checks each bad input in a separate tab: the page shows a sentence and remains usable. */
export async function checkBadInput(browser, address) {
  const folder = mkdtempSync(join(tmpdir(), 'sdc-bad-'))
  const problems = []
  for (const check of [files, lostWorker]) {
    const { page, context, mistakes } = await openPage(browser, address)
    try {
      problems.push(...(await check(page, folder)))
      problems.push(...mistakes.filter((text) => !/it died/.test(text)).map((text) => `the browser says: ${text}`))
    } catch (error) {
      problems.push(`${check.name}: ${error.message.split('\n').slice(0, 3).join(' ')}`)
    } finally {
      await context.close()
    }
  }
  rmSync(folder, { recursive: true, force: true })
  return problems
}
