import { openPage } from '../browsers.mjs'
import { press, tabTo } from '../keyboard.mjs'
import { filesOf, saveBoxes } from '../loop.mjs'
import { screenProblems } from './check-loop.mjs'

const K = 6
const keys = ['department', 'gender', 'age', 'hired']

/** Returns 300 employees with unique combinations of department, gender, age and day. */
export function staff() {
  const departments = ['Sales', 'Finance', 'Research', 'Service']
  const lines = Array.from({ length: 300 }, (_, i) => {
    const hired = new Date((10_000 + ((i * 7919) % 7000)) * 86_400_000).toISOString().slice(0, 10)
    const department = departments[((i * 31) % 7) % 4]
    return [
      `E${1000 + i}`,
      department,
      i % 3 === 0 ? 'F' : 'M',
      22 + ((i * 53) % 43),
      hired,
      24_000 + ((i * 6151) % 80_000),
    ]
  })
  return `employee_id,${keys.join(',')},salary\n${lines.join('\n')}\n`
}

/** Returns problems of the released records: identifiers, and classes of fewer than k. */
function recordProblems(text) {
  const [header, ...lines] = text.trim().split(/\r?\n/)
  const names = header.split(',')
  if (names.includes('employee_id')) return ['the released file has the identifiers']
  const classes = new Map()
  for (const line of lines) {
    const cells = [...line.matchAll(/"[^"]*"|[^,]+/g)].map(([cell]) => cell)
    const key = keys.map((name) => cells[names.indexOf(name)]).join('|')
    classes.set(key, (classes.get(key) ?? 0) + 1)
  }
  const small = [...classes].filter(([, records]) => records < K)
  return small.map(([key, records]) => `the released class ${key} has ${records} records`)
}

/** Anonymises, and waits for the result of the present requirements. */
async function anonymise(page) {
  await press(page, 'button', 'Anonymise')
  await page.locator('a[aria-current=step].done').waitFor({ timeout: 60_000 })
}

/** Groups two departments by hand, by keyboard; the focus stays in place. */
async function groups(page) {
  const problems = []
  await press(page, 'button', 'Change the classes of department')
  await tabTo(page, 'combobox', 'Classes of department')
  await page.keyboard.type('Groups by')
  await press(page, 'checkbox', 'Sales', 'Space')
  await press(page, 'checkbox', 'Service', 'Space')
  await tabTo(page, 'textbox', 'Name of the group')
  await page.keyboard.type('Outside')
  await page.keyboard.press('Enter')
  await page.getByRole('region', { name: 'Group Outside' }).waitFor()
  await page.getByText(/Level 1: 3 classes/).waitFor({ timeout: 20_000 })
  problems.push(...(await screenProblems(page, 'Classes by hand')))
  await press(page, 'button', 'Set')
  await page.getByRole('row', { name: /^department groups/ }).waitFor({ timeout: 20_000 })
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  const focus = await page.evaluate(() => document.activeElement?.textContent)
  if (!/classes of department/.test(focus)) problems.push(`after the dialog the focus is on ${focus}`)
  return problems
}

/**
 * Checks a k-anonymous release by keyboard: the goal, the requirements, a hierarchy by hand, the release and its
 * classes.
 */
export async function checkAnonymous(browser, address) {
  const { page, context, mistakes } = await openPage(browser, address, { reducedMotion: 'reduce' })
  const problems = []
  try {
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'staff.csv', mimeType: 'text/csv', buffer: Buffer.from(staff()) })
    await tabTo(page, 'radio', /^Usable for statistics/)
    await page.keyboard.press('ArrowUp')
    await press(page, 'button', /Go on to Roles/)
    await tabTo(page, 'button', /Go on to Anonymise/)
    await press(page, 'button', /Go on to Anonymise/)
    await tabTo(page, 'spinbutton', /\(k\)/)
    await page.keyboard.press('ArrowUp')
    await anonymise(page)
    const smallest = page.getByRole('row', { name: /^Records in the smallest class/ })
    await smallest.waitFor({ timeout: 60_000 })
    const text = await smallest.innerText()
    if (!/\b1\s+6$/.test(text)) problems.push(`the smallest class: ${text}`)
    problems.push(...(await groups(page)))
    await anonymise(page)
    problems.push(...(await screenProblems(page, 'Anonymise')))
    await page.setViewportSize({ width: 340, height: 900 })
    problems.push(...(await screenProblems(page, 'Anonymise, narrow')))
    await press(page, 'button', /Go on to Release/)
    await press(page, 'button', /Create the release/)
    await page.getByRole('region', { name: /^Private files/ }).waitFor({ timeout: 60_000 })
    // Means of few records disclose too much of the salary; a button offers the remedy.
    await press(page, 'button', /^Replace confidential numbers/)
    await page.getByRole('heading', { name: 'Anonymise', level: 2 }).waitFor()
    await anonymise(page)
    await press(page, 'button', /Go on to Release/)
    await press(page, 'button', /Create the release/)
    await page
      .getByText(/ Met: scientific-use/)
      .first()
      .waitFor({ timeout: 60_000 })
    const files = await filesOf(await saveBoxes(page))
    problems.push(...recordProblems(String(files['staff.public.csv'])).slice(0, 3))
    problems.push(...mistakes.map((mistake) => `the browser says: ${mistake}`))
  } catch (error) {
    problems.push(error.message.split('\n').slice(0, 3).join(' '))
  } finally {
    await context.close()
  }
  return problems
}
