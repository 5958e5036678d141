import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sdcProcess } from '../../../packages/testing/src/sdc-process.mjs'
import { openPage } from '../browsers.mjs'
import { press, tabTo } from '../keyboard.mjs'
import { filesOf, saveBoxes } from '../loop.mjs'
import { dist, serve } from '../served.mjs'
import { screenProblems } from './check-loop.mjs'

const DEPARTMENTS = ['Engineering', 'Finance', 'HR', 'Operations', 'Sales']

/** Returns salaries of 300 people: there are few directors, only one of them in Sales. */
function staff() {
  const lines = Array.from({ length: 300 }, (_, i) => {
    const level = i === 7 || i % 61 === 0 ? 'Director' : i % 5 === 0 ? 'Senior' : i % 9 === 0 ? 'Lead' : 'Junior'
    const department = i === 7 ? 'Sales' : DEPARTMENTS[(i * 7) % (level === 'Director' ? 4 : 5)]
    return [`E${1000 + i}`, department, level, 24_000 + 100 * ((i * 7919) % 900)].join(',')
  })
  return `employee,department,level,salary\n${lines.join('\n')}\n`
}

/** Makes a table of the file by keyboard only: builds, protects and audits it. */
async function made(page, isServed) {
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'staff.csv', mimeType: 'text/csv', buffer: Buffer.from(staff()) })
  await tabTo(page, 'radio', /^Usable for statistics/)
  for (let moves = 0; moves < 4 && !(await page.getByRole('radio', { name: /^A table/ }).isChecked()); moves++)
    await page.keyboard.press('ArrowDown')
  await press(page, 'button', 'Go on to Table')
  await page.waitForFunction(() => document.activeElement?.textContent === 'Table')
  if (!isServed) {
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      press(page, 'button', /^Choose sdc-tables.js/),
    ])
    await chooser.setFiles(join(dist, 'sdc-tables.js'))
  }
  const choose = async (name, option) => (await tabTo(page, 'combobox', name)).selectOption(option)
  await choose('Values', 'salary')
  await choose('Dimension 1', 'department')
  await choose('Dimension 2', 'level')
  await press(page, 'button', 'Build and protect the table')
  await page.getByRole('heading', { name: 'Audit of the table' }).waitFor({ timeout: 60_000 })
}

/** Returns problems of the published table: a published sensitive cell, or a missing sum. */
function tableProblems(files) {
  const lines = String(files['staff.public.table.csv']).trim().split(/\r?\n/)
  const of = (levels) => lines.find((line) => line.startsWith(levels)) ?? `no ${levels}`
  return [
    ...(/^Sales,Director,,suppressed$/.test(of('Sales,Director,')) ? [] : ['the only director of Sales is published']),
    ...(/^Total,Total,\d+,published$/.test(of('Total,Total,')) ? [] : ['the total is not published']),
    ...(lines.length === 31 ? [] : [`the table has ${lines.length - 1} cells, not 30`]),
  ]
}

/** Returns true if the command line makes the same table from the private files. */
async function repeats(files) {
  const folder = mkdtempSync(join(tmpdir(), 'sdc-table-'))
  try {
    for (const name of ['cells.csv', 'cells.table.json', 'table.key.json'])
      writeFileSync(join(folder, name), files[`staff.PRIVATE.${name}`])
    const sdc = sdcProcess()
    await sdc.done(folder, 'table', 'protect', 'cells.csv', '--replay', 'table.key.json', '--public', 'again.csv')
    sdc.end()
    return readFileSync(join(folder, 'again.csv')).equals(files['staff.public.table.csv'])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Checks a table of sums from a file to its download, from disk and from a host. Only files of the page are loaded, the
 * reason of a cell is announced, and the command line repeats the protection.
 *
 * @param browser - Chromium.
 * @param address - Address of the page.
 * @returns The problems.
 */
export async function checkTable(browser, address) {
  const problems = []
  const server = await serve()
  for (const where of [address, server.page]) {
    const isServed = where !== address
    const { page, context, requests, mistakes } = await openPage(browser, where)
    try {
      await made(page, isServed)
      await page.getByText(/^✓ Protected: none of \d+ sensitive cells/).waitFor({ timeout: 5000 })
      await press(page, 'button', /^Sales, Director: primary/)
      await page
        .getByText(/1 contributor, fewer than 3/)
        .first()
        .waitFor({ timeout: 5000 })
      for (const colorScheme of ['dark', 'light'])
        for (const width of [340, 1280]) {
          await page.emulateMedia({ colorScheme })
          await page.setViewportSize({ width, height: 900 })
          problems.push(...(await screenProblems(page, `table, ${colorScheme}, ${width} px`)))
        }
      const files = await filesOf(await saveBoxes(page))
      problems.push(...tableProblems(files))
      if (!isServed && !(await repeats(files))) problems.push('the command line makes another table of the key')
      const loaded = requests
        .filter((url) => !url.startsWith('blob:') && url !== where)
        .map((url) => url.split('/').at(-1))
      const strange = loaded.filter((name) => !['sdc-tables.js', 'sdc.webmanifest', 'service-worker.js'].includes(name))
      if (strange.length > 0) problems.push(`asked for ${strange.join(', ')}`)
      // From a disk this browser cannot load the second file itself, and says so.
      problems.push(...mistakes.filter((text) => isServed || !text.includes('sdc-tables.js')))
    } catch (error) {
      problems.push(`${isServed ? 'host' : 'file'}: ${error.message.split('\n').slice(0, 3).join(' ')}`)
    } finally {
      await context.close()
    }
  }
  await server.close()
  return problems
}
