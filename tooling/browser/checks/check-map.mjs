import { openPage } from '../browsers.mjs'
import { press, tabTo } from '../keyboard.mjs'
import { screenProblems } from './check-loop.mjs'

/** Returns 200 persons with incomes and taxes, some of them missing. */
function incomes() {
  const lines = Array.from({ length: 200 }, (_, i) => {
    const income = 20_000 + ((i * 6151) % 60_000)
    return [20 + ((i * 37) % 50), income, i % 20 === 0 ? '' : Math.round(income / 5 + ((i * 977) % 3000))]
  })
  return `age,income,tax\n${lines.join('\n')}\n`
}

/** Returns the ids of methods and metrics, and names of parameters, that a screen shows. */
async function ids(page, screen) {
  const text = await page.evaluate(() => document.body.innerText)
  const found = text.match(
    /\b(?:noise|swapping|coding|reverse-map|risk|loss|permutation)\/[a-z-]+|\b[a-z]+[A-Z][a-z]+ = \S+/g,
  )
  return [...new Set(found ?? [])].map((id) => `${screen} shows ${id}`)
}

/**
 * Opens and closes an explanation by keyboard: it has a picture and three sentences, and the focus returns to its
 * button.
 */
async function explained(page, name) {
  const problems = []
  await press(page, 'button', name)
  const box = page.getByRole('dialog', { name: /^About / })
  await box.locator('p').nth(2).waitFor({ timeout: 20_000 })
  if ((await box.locator('svg').count()) === 0) problems.push(`${name} has no picture`)
  problems.push(...(await screenProblems(page, `${name}`)))
  await page.keyboard.press('Escape')
  await box.waitFor({ state: 'hidden' })
  const focus = await page.evaluate(() => document.activeElement?.textContent)
  if (focus !== '?') problems.push(`after ${name} the focus is on ${focus}`)
  return problems
}

/** Chooses two methods with a few values, one run each. */
async function methods(page) {
  await press(page, 'link', /^Try/)
  await tabTo(page, 'radio', /^Usual candidates/)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  for (const [text, name] of [
    ['additive', /^Additive noise/],
    ['rank swap', /^Rank swapping/],
  ]) {
    await tabTo(page, 'searchbox', 'Find a method')
    await page.keyboard.press('Control+A')
    await page.keyboard.type(text)
    await press(page, 'checkbox', name, 'Space')
  }
  await tabTo(page, 'textbox', /Runs per candidate/)
  await page.keyboard.press('Control+A')
  await page.keyboard.type('1')
  await tabTo(page, 'combobox', 'Missing values')
  await page.keyboard.type('are refused')
}

/** Checks that the map zooms, filters a family, and marks the chosen candidate like the list. */
async function map(page) {
  const problems = []
  const points = () => page.getByRole('option', { name: /loss/ }).count()
  const all = await points()
  const list = await tabTo(page, 'listbox', 'Candidates on the map')
  await page.keyboard.press('Home')
  for (const key of '+++') await page.keyboard.press(key)
  const outside = page.getByText(/^Outside this part of the map: \d+ candidate/)
  await outside.waitFor()
  // The view follows the keys to candidates outside.
  await page.keyboard.press('End')
  const looked = await list.getAttribute('aria-activedescendant')
  if (!looked || (await page.locator(`[id="${looked}"]`).count()) === 0) problems.push('End leads out of the picture')
  await page.keyboard.press('0')
  await outside.waitFor({ state: 'hidden' })
  await tabTo(page, 'combobox', 'Methods')
  await page.keyboard.type('Swapping')
  await page.waitForTimeout(200)
  const some = await points()
  if (some === 0 || some >= all) problems.push(`of ${all} candidates the filter shows ${some}`)
  await page.keyboard.press('Home')
  await tabTo(page, 'listbox', 'Candidates on the map')
  await page.keyboard.press('Home')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Chosen' }).waitFor({ timeout: 60_000 })
  if ((await page.getByRole('option', { selected: true, name: /loss/ }).count()) !== 1)
    problems.push('no symbol is chosen')
  if ((await page.getByRole('button', { pressed: true, name: /noise|swapping/ }).count()) !== 1)
    problems.push('the list does not mark the chosen candidate')
  return problems
}

/** Checks remedies by button, explanations, and the map, by keyboard only. */
export async function checkMap(browser, address) {
  const { page, context, mistakes } = await openPage(browser, address)
  const problems = []
  try {
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'incomes.csv', mimeType: 'text/csv', buffer: Buffer.from(incomes()) })
    await press(page, 'button', /Go on to Roles/)
    for (const [name, key] of [
      ['age', 'q'],
      ['income', 'c'],
      ['tax', 'c'],
    ]) {
      // The checked role is the tab stop.
      await page
        .getByRole('radiogroup', { name: `Role of ${name}` })
        .locator('input:checked')
        .focus()
      await page.keyboard.press(key)
    }
    await methods(page)
    problems.push(...(await explained(page, 'Explain Rank swapping')), ...(await ids(page, 'Try')))
    await press(page, 'button', 'Keep missing values')
    await press(page, 'button', /^Compare/)
    await press(page, 'link', /^Choose/)
    await page.getByRole('listbox', { name: 'Candidates on the map' }).waitFor({ timeout: 60_000 })
    await page.getByText(/the map is filling/).waitFor({ state: 'hidden', timeout: 60_000 })
    problems.push(...(await map(page)), ...(await ids(page, 'Choose')))
    problems.push(...(await explained(page, /^Explain Loss/)))
    problems.push(...mistakes.map((text) => `the browser says: ${text}`))
  } catch (error) {
    problems.push(error.message.split('\n').slice(0, 3).join(' '))
  } finally {
    await context.close()
  }
  return problems
}
