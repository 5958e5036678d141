import { readFileSync } from 'node:fs'
import { screenProblems } from './check-loop.mjs'
import { openPage } from '../browsers.mjs'
import { press, tabTo } from '../keyboard.mjs'

const header = 'id,region,age,income'
const people = Array.from({ length: 200 }, (_, i) => [
  `P${i}`,
  'NESW'[(i * 7) % 4],
  20 + ((i * 13) % 61),
  900 + ((i * 739) % 4001),
])
const csv = (rows) => `${[header, ...rows.map((row) => row.join(','))].join('\n')}\n`
const file = (name, rows) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(csv(rows)) })

/** Only record 31 has another income. */
const masked = people.map((row, i) => (i === 30 ? [...row.slice(0, 3), 1234] : row))
const wordsOf = (text) => text.replaceAll(/\s+/g, ' ').trim()

/** Refuses a masked file in another order, and links it by the column of a button. */
async function linked(page) {
  const button = page.getByRole('button', { name: 'Link by id' })
  await page.getByLabel('Open a masked file…').setInputFiles(file('reversed.csv', masked.toReversed()))
  await button.waitFor({ timeout: 30_000 })
  await press(page, 'button', 'Link by id')
  await page.getByText('linked by the column id').first().waitFor({ timeout: 60_000 })
  const selected = await page.getByRole('combobox', { name: 'Link records by' }).inputValue()
  return selected === 'id' ? [] : [`the records are linked by “${selected}”`]
}

/** Finds the changed cell by key; it is announced, and marked by more than a colour. */
async function changedCell(page) {
  await press(page, 'button', 'Next change')
  const status = page.getByRole('status').filter({ hasText: /^Record 31:/ })
  await status.waitFor({ timeout: 20_000 })
  const said = wordsOf(await status.innerText())
  const row = page.getByRole('row').filter({ has: page.locator('del') })
  const [before] = [people[30][3]]
  const cell = wordsOf(await row.first().getByRole('cell').last().innerText())
  await press(page, 'button', 'Next change')
  await page
    .getByRole('status')
    .filter({ hasText: /the last change/ })
    .waitFor({ timeout: 20_000 })
  return [
    ...(said === `Record 31: income ${before} is now 1234.` ? [] : [`it announces “${said}”`]),
    ...(cell === `${before} → changed to 1234` ? [] : [`the changed cell is “${cell}”`]),
    ...((await row.count()) === 1 ? [] : [`${await row.count()} rows have a changed cell`]),
  ]
}

/** Checks the pictures of two numbers, of a number by a category, and of one column. */
async function pictures(page) {
  const problems = []
  const choose = async (name, value) => {
    await tabTo(page, 'combobox', name)
    await page.getByRole('combobox', { name }).selectOption(value)
  }
  const shows = async (name) => {
    const is = await page
      .getByRole('img', { name })
      .first()
      .waitFor({ timeout: 20_000 })
      .then(
        () => true,
        () => false,
      )
    if (!is) problems.push(`there is no picture ${name}`)
  }
  await choose('First column', 'age')
  await choose('Second column', 'income')
  await shows(/^income by age, masked: 200 records, correlation/)
  await choose('Second column', 'region')
  await shows(/^age by region, before and after/)
  problems.push(...(await screenProblems(page, 'Measure, with boxes')))
  await choose('Second column', '')
  await shows(/^age: number of records per class/)
  return problems
}

/** Checks that a file with other columns is refused with the reason. */
async function otherFile(page) {
  await page
    .getByLabel('Open a masked file…')
    .setInputFiles({ name: 'other.csv', mimeType: 'text/csv', buffer: Buffer.from('a,b\n1,2\n3,4\n') })
  const alert = page.getByRole('alert').filter({ hasText: /other.csv has none of the columns of people.csv/ })
  await alert.waitFor({ timeout: 30_000 })
  return []
}

/**
 * Checks a masked file from elsewhere with its original: measured, shown and downloaded.
 *
 * @param browser - Chromium.
 * @param address - Address of the page.
 * @returns The problems.
 */
export async function checkPair(browser, address) {
  const { page, context, mistakes } = await openPage(browser, address)
  const problems = []
  try {
    await page.getByLabel('Open a file…').setInputFiles(file('people.csv', people))
    await page.getByLabel('Open a masked file…').waitFor({ state: 'attached', timeout: 60_000 })
    problems.push(...(await linked(page)))
    problems.push(...(await changedCell(page)))
    problems.push(...(await pictures(page)))
    const [download] = await Promise.all([
      page.waitForEvent('download', { timeout: 30_000 }),
      press(page, 'button', /^Download all numbers/),
    ])
    const report = JSON.parse(readFileSync(await download.path(), 'utf8'))
    if (report.matching !== 'key' || report.n !== 200 || Object.keys(report.metrics).length < 10)
      problems.push(`the report has ${report.n} records linked by ${report.matching}`)
    problems.push(...(await otherFile(page)))
    problems.push(...mistakes.map((text) => `the browser says: ${text}`))
  } catch (error) {
    problems.push(error.message.split('\n').slice(0, 3).join(' '))
  } finally {
    await context.close()
  }
  return problems
}
