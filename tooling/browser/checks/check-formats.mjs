import { formatOfName } from '@sdc/files'
import { readTableFile, tableContent, tableOfStat } from '@sdc/files/formats'
import { screenProblems } from './check-loop.mjs'
import { openPage } from '../browsers.mjs'
import { filesOf, saveBoxes } from '../loop.mjs'

const RECORDS = 300
const numbers = Array.from({ length: RECORDS }, (_, i) => i)
const draw = (i, of) => ((i + 1) * 7919 * (of + 3)) % of

/** Every tenth income is a code for one of two kinds of missing values. */
const kindOf = (i) => (i % 10 > 0 ? 0 : (i / 10) % 2 === 0 ? 1 : 2)

/**
 * Returns a survey in the form of a hospital: a name to be dropped, labelled codes, amounts with two kinds of missing
 * values.
 */
function survey() {
  const text = (name, label, levels, codes) => ({
    name,
    description: { label },
    cells: { kind: 'texts', levels, codes: Int32Array.from(codes), missing: null },
  })
  const number = (name, description, value, missing = null) => ({
    name,
    description,
    cells: { kind: 'numbers', values: Float64Array.from(numbers, value), missing },
  })
  const kinds = { texts: ['', '-9', '-8'], of: Int32Array.from(numbers, kindOf) }
  const incomes = {
    label: 'Net income, EUR',
    labels: new Map([
      ['-9', 'no answer'],
      ['-8', 'does not apply'],
    ]),
    missing: { values: ['-9', '-8'] },
    measure: 'scale',
  }
  const sexes = {
    label: 'Sex of the patient',
    labels: new Map([
      ['1', 'male'],
      ['2', 'female'],
      ['3', 'diverse'],
    ]),
    measure: 'nominal',
  }
  return {
    rows: RECORDS,
    columns: [
      text(
        'patient',
        'Name of the patient',
        numbers.map((i) => `Müller ${i}`),
        numbers,
      ),
      number('sex', sexes, (i) => 1 + (i % 2)),
      number('income', incomes, (i) => (kindOf(i) > 0 ? Number.NaN : 1000 + draw(i, 601) * 10), kinds),
      number('costs', { label: 'Costs of the stay' }, (i) => 200 + draw(i, 883)),
    ],
  }
}

/** Returns the survey as an SPSS file. */
function surveyBytes() {
  const file = { ...tableOfStat({ table: survey(), notes: [] }, {}), format: 'sav' }
  return whole(tableContent(formatOfName('stays.sav'), file, file.dataset, Int32Array.from(numbers)).content)
}

const whole = (pieces) => Buffer.concat([...pieces].map((piece) => Buffer.from(piece)))

/** Returns problems of the released file: missing labels and kinds, and remains of the dropped column. */
function releasedProblems(bytes) {
  const { dataset, dictionary } = readTableFile(bytes)
  const problems = []
  if (dataset.names.join() !== 'sex,income,costs') return [`the released columns are ${dataset.names.join()}`]
  const { label, labels, measure } = dictionary.columns.get('sex')
  const shown = [label, measure, ...(labels ?? new Map()).entries()].join()
  if (shown !== 'Sex of the patient,nominal,1,male,2,female') problems.push(`sex is released as ${shown}`)
  const missing = dataset.column('income').values.filter(Number.isNaN).length
  if (missing !== RECORDS / 10) problems.push(`${missing} released incomes are missing`)
  for (const dropped of ['Müller', 'Name of the patient', 'diverse', 'PATIENT'])
    if (bytes.includes(dropped)) problems.push(`the released file contains “${dropped}”`)
  return problems
}

/** Checks an SPSS file from its labels on the screen to a released SPSS file, which is read back. */
export async function checkFormats(browser, address) {
  const { page, context, mistakes } = await openPage(browser, address)
  const problems = []
  const has = async (screen, ...texts) => {
    const text = (await page.locator('main').innerText()).replaceAll(/\s+/g, ' ')
    for (const one of texts) if (!text.includes(one)) problems.push(`${screen} does not say “${one}”`)
  }
  const go = (step) => page.getByRole('link', { name: new RegExp(`^${step}`) }).click()
  try {
    const buffer = surveyBytes()
    await page
      .getByLabel('Open a file…')
      .setInputFiles({ name: 'stays.sav', mimeType: 'application/octet-stream', buffer })
    await page.getByRole('button', { name: /Go on to Roles/ }).waitFor({ timeout: 60_000 })
    await has('Data', 'SPSS (.sav)', '2 columns have labels for values', 'The released file will be stays.public.sav.')
    await go('Roles')
    await page.getByRole('radiogroup', { name: 'Role of sex' }).waitFor()
    await has('Roles', 'Net income, EUR', '1 male, 2 female', '-9 no answer: 15', '-8 does not apply: 15')
    problems.push(...(await screenProblems(page, 'Roles of an SPSS file')))
    const roles = { patient: 'identifier', sex: 'quasi-identifier', income: 'confidential', costs: 'confidential' }
    for (const [column, role] of Object.entries(roles))
      await page
        .getByRole('radiogroup', { name: `Role of ${column}` })
        .getByRole('radio', { name: role, exact: true })
        .check({ force: true })
    await go('Try')
    await page.getByRole('combobox', { name: /^Policy/ }).selectOption('safe-room')
    await page.getByRole('radio', { name: /My own list/ }).check()
    await page.getByRole('searchbox', { name: 'Find a method' }).fill('data shuffling')
    await page
      .getByRole('checkbox', { name: /^Data shuffling/ })
      .first()
      .check()
    await page.getByRole('textbox', { name: /Runs per candidate/ }).fill('2')
    await page.keyboard.press('Tab')
    await page.getByRole('button', { name: /^Compare/ }).click()
    await go('Choose')
    await page.getByText(/the map is filling/).waitFor({ state: 'hidden', timeout: 120_000 })
    await page
      .getByRole('button', { name: /^data shuffling/ })
      .first()
      .click()
    await page.getByRole('button', { name: /Go to the release/ }).click({ timeout: 60_000 })
    await page.getByRole('button', { name: /Create the release/ }).click()
    await page.getByRole('region', { name: /^Private files/ }).waitFor({ timeout: 60_000 })
    const files = await filesOf(await saveBoxes(page))
    problems.push(...releasedProblems(files['stays.public.sav']))
    problems.push(...mistakes.map((text) => `the browser says: ${text}`))
  } catch (error) {
    problems.push(error.message.split('\n').slice(0, 3).join(' '))
  } finally {
    await context.close()
  }
  return problems
}
