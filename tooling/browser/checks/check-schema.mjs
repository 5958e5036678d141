import { openPage } from '../browsers.mjs'
import { press } from '../keyboard.mjs'

/** Returns 120 people of a German file in windows-1252: dates, and amounts as 1.234,56. */
function people() {
  const lines = Array.from({ length: 120 }, (_, i) => {
    const born = `${String(1 + (i % 28)).padStart(2, '0')}.0${1 + (i % 9)}.${1950 + (i % 5)}`
    const amount = (900 + ((i * 7919) % 613) * 10 + (i === 3 ? 90_000 : 0)).toLocaleString('de-DE', {
      minimumFractionDigits: 2,
    })
    return `${i % 2 ? 'Köln' : 'Münster'};${born};${amount};${i % 2 ? 'm' : 'w'}`
  })
  return Buffer.from(`Ort;Geburtsdatum;Umsatz;Geschlecht\r\n${lines.join('\r\n')}\r\n`, 'latin1')
}

/**
 * Checks that a file that is not UTF-8 is opened by one button, and that remedies of the risk card and rules are set by
 * keyboard.
 */
export async function checkSchema(browser, address) {
  const { page, context, mistakes } = await openPage(browser, address)
  const problems = []
  const shows = async (text) => await page.getByText(text).first().waitFor({ timeout: 20_000 })
  try {
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'umsatz.csv', mimeType: 'text/csv', buffer: people() })
    await press(page, 'button', /^Western Europe .* Münster/)
    await shows('Numbers with groups of digits, such as 1.234,5: Umsatz.')
    await press(page, 'button', /Go on to Roles/)
    const unique = page.locator('dt:has-text("unique records") + dd')
    await unique.waitFor({ timeout: 20_000 })
    const before = parseInt(await unique.textContent(), 10)
    await press(page, 'button', 'Coarsen Geburtsdatum')
    await page.getByRole('radio', { name: /^5 classes: 1950, 1951, 1952/ }).waitFor({ timeout: 20_000 })
    await press(page, 'button', 'Set these classes')
    await shows('released in coarser classes')
    await page.waitForFunction((was) => parseInt(document.querySelector('dl.facts dd').textContent, 10) < was, before, {
      timeout: 20_000,
    })
    await press(page, 'button', 'Top code Umsatz')
    await shows('its greatest values are made equal')
    await page.getByText('Rules between columns').focus()
    await page.keyboard.press('Enter')
    const rule = page.getByRole('textbox', { name: 'New rule' })
    await rule.fill('Umsatz >= Nichts')
    await page.keyboard.press('Enter')
    await shows(/no column "Nichts"/)
    await rule.fill('Umsatz >= 0')
    await page.keyboard.press('Enter')
    await shows('holds in all 120 records with values')
    problems.push(...mistakes.map((text) => `the browser says: ${text}`))
  } catch (error) {
    problems.push(error.message.split('\n').slice(0, 3).join(' '))
  } finally {
    await context.close()
  }
  return problems
}
