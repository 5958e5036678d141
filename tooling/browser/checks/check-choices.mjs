import { screenProblems } from './check-loop.mjs'
import { openPage } from '../browsers.mjs'
import { tabTo } from '../keyboard.mjs'

const policy = (limit) => `version: 1
releases:
  research: { limits: { risk/dbrl: ${limit} }, runs: 1 }
  teaching: { limits: { risk/dbrl: ${2 * limit} }, runs: 1 }
`

const go = async (page, step) => {
  await page.getByRole('link', { name: new RegExp(`^${step}`) }).click()
  await page.getByRole('heading', { name: step, level: 2, exact: true }).waitFor()
}

/** Picks a policy, from a file or the examples, before a comparison: each step shows the policy picked before. */
async function policies(page) {
  const problems = []
  const select = page.getByRole('combobox', { name: /^Policy/ })
  const file = (text) => ({ name: 'house.yaml', mimeType: 'text/yaml', buffer: Buffer.from(text) })
  await go(page, 'Try')
  await page
    .getByLabel('Policy file')
    .setInputFiles(file('version: 1\nreleases: { a: { limits: { risk/none: 3 } } }\n'))
  await page
    .getByRole('alert')
    .filter({ hasText: /there is no metric "risk\/none"/ })
    .waitFor({ timeout: 20_000 })
  await page.getByLabel('Policy file').setInputFiles(file(policy(30)))
  await page.getByRole('combobox', { name: /^Release type/ }).selectOption('teaching', { timeout: 20_000 })
  for (const step of ['Choose', 'Release']) {
    await go(page, step)
    const held = await select.locator('option:checked').innerText()
    const type = await page.getByRole('combobox', { name: /^Release type/ }).inputValue()
    if (held !== 'house.yaml' || type !== 'teaching') problems.push(`${step} has the policy ${held} for ${type}`)
  }
  await select.selectOption('public-use')
  await go(page, 'Try')
  if ((await select.inputValue()) !== 'public-use') problems.push(`Try has the policy ${await select.inputValue()}`)
  return problems
}

/**
 * Checks the list of methods: families are closed at first, opened by key or by a search, and short in a narrow window.
 */
async function methods(page) {
  const problems = []
  await go(page, 'Try')
  await page.getByRole('radio', { name: /My own list/ }).check()
  const shown = () => page.getByRole('checkbox', { name: /swap|noise|microaggregation/i }).count()
  await page.getByText('Swapping', { exact: true }).waitFor()
  if ((await shown()) > 0) problems.push('families are open before anything is looked for')
  await page.setViewportSize({ width: 340, height: 900 })
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  if (height > 4500) problems.push(`Try is ${height} px high at 340 px`)
  problems.push(...(await screenProblems(page, 'Try, closed')))
  await tabTo(page, 'searchbox', 'Find a method')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByRole('checkbox').nth(1).waitFor()
  problems.push(...(await screenProblems(page, 'Try, a family open')))
  await page.getByRole('searchbox', { name: 'Find a method' }).fill('rank swap')
  await page
    .getByRole('checkbox', { name: /rank swap/i })
    .first()
    .check()
  await page.getByRole('searchbox', { name: 'Find a method' }).fill('')
  // The chosen methods stay visible.
  if (
    !(await page
      .getByRole('checkbox', { name: /rank swap/i })
      .first()
      .isVisible())
  )
    problems.push('the chosen methods are hidden')
  await page.setViewportSize({ width: 1280, height: 900 })
  return problems
}

/** Checks each choice on the example, before a comparison. */
export async function checkChoices(browser, address) {
  const { page, context, mistakes } = await openPage(browser, address)
  const problems = []
  try {
    await page.getByRole('button', { name: /census example/i }).click()
    await page.getByRole('button', { name: /Go on to Roles/ }).waitFor({ timeout: 60_000 })
    problems.push(...(await policies(page)))
    problems.push(...(await screenProblems(page, 'Try')))
    problems.push(...(await methods(page)))
    problems.push(...mistakes.map((text) => `the browser says: ${text}`))
  } catch (error) {
    problems.push(error.message.split('\n').slice(0, 3).join(' '))
  } finally {
    await context.close()
  }
  return problems
}
