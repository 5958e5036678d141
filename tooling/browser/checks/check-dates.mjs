import { openPage } from '../browsers.mjs'
import { press, tabTo } from '../keyboard.mjs'
import { filesOf, saveBoxes } from '../loop.mjs'

const day = (number) => new Date(number * 86_400_000).toISOString().slice(0, 10)

/** Returns stays of 200 patients: births as DD.MM.YYYY, and stays as YYYYMMDD that end after they begin. */
function stays() {
  const lines = Array.from({ length: 200 }, (_, i) => {
    const admitted = 18_000 + ((i * 7919) % 700)
    const born = day(-9000 + ((i * 104_729) % 24_000))
      .split('-')
      .reverse()
      .join('.')
    const stay = [admitted, admitted + ((i * 31) % 17)].map((at) => day(at).replaceAll('-', ''))
    return [i + 1, born, ...stay, 500 + ((i * 6151) % 8000)].join(';')
  })
  return `case_no;birth;admitted;discharged;cost\n${lines.join('\n')}\n`
}

/** Returns problems of the released records: formats of dates, and the rule between them. */
function recordProblems(text) {
  const [header, ...lines] = text.trim().split(/\r?\n/)
  const at = Object.fromEntries(header.split(';').map((name, j) => [name, j]))
  return lines.flatMap((line) => {
    const cells = line.split(';')
    const [birth, admitted, discharged] = ['birth', 'admitted', 'discharged'].map((name) => cells[at[name]])
    const isWritten = /^\d\d\.\d\d\.\d{4}$/.test(birth) && /^\d{8}$/.test(admitted) && /^\d{8}$/.test(discharged)
    if (!isWritten) return [`the released record ${line} has other formats of dates`]
    return admitted <= discharged ? [] : [`the released record ${line} ends before it begins`]
  })
}

/**
 * Checks dates from a file to its release: charts have dates below them, and released dates keep their formats and
 * rules.
 */
export async function checkDates(browser, address) {
  const { page, context, mistakes } = await openPage(browser, address)
  const problems = []
  try {
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'stays.csv', mimeType: 'text/csv', buffer: Buffer.from(stays()) })
    await press(page, 'button', /Go on to Roles/)
    const row = page.getByRole('row').filter({ hasText: 'birth' })
    await row.filter({ hasText: /dates, 19\d\d-\d\d-\d\d to/ }).waitFor({ timeout: 20_000 })
    await press(page, 'link', /^Try/)
    await tabTo(page, 'radio', /^Usual candidates/)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.getByRole('searchbox', { name: 'Find a method' }).fill('data shuffling')
    await press(page, 'checkbox', /^Data shuffling/, 'Space')
    await page.getByRole('textbox', { name: /Runs per candidate/ }).fill('1')
    await press(page, 'button', /^Compare/)
    await press(page, 'link', /^Choose/)
    await page.getByText(/the map is filling/).waitFor({ state: 'hidden', timeout: 60_000 })
    await press(page, 'button', /^data shuffling × data shuffling/)
    await page.getByRole('button', { name: /Go to the release/ }).waitFor({ timeout: 60_000 })
    await page.getByRole('combobox', { name: 'Column', exact: true }).selectOption('admitted')
    const chart = page.getByRole('img', { name: /^admitted: number of records/ })
    const below = await chart.locator('text').allTextContents()
    if (below.length < 2 || !below.every((text) => /^20\d\d-\d\d-\d\d$/.test(text)))
      problems.push(`below the chart of dates stands ${below.join(', ')}`)
    await press(page, 'button', /Go to the release/)
    await press(page, 'button', /Create the release/)
    await page.getByRole('region', { name: /^Private files/ }).waitFor({ timeout: 60_000 })
    const files = await filesOf(await saveBoxes(page))
    problems.push(...recordProblems(String(files['stays.public.csv'])).slice(0, 3))
    problems.push(...mistakes.map((text) => `the browser says: ${text}`))
  } catch (error) {
    problems.push(error.message.split('\n').slice(0, 3).join(' '))
  } finally {
    await context.close()
  }
  return problems
}
