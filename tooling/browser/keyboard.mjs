import { until } from './until.mjs'

/** Most tab stops of a screen; a page of a table is one stop, without its cells. */
const MOST = 400

/**
 * Runs in the page: returns the key that moves towards the element, none if it has the focus, or that it was replaced.
 */
function way(element) {
  if (!element.isConnected) return 'gone'
  const { activeElement: at, body } = element.ownerDocument
  if (element === at) return undefined
  const isAfter = at && at !== body && element.compareDocumentPosition(at) & Node.DOCUMENT_POSITION_FOLLOWING
  return isAfter ? 'Shift+Tab' : 'Tab'
}

async function shown(page, role, name) {
  const goal = page.getByRole(role, { name }).first()
  await goal.waitFor({ timeout: 60_000 })
  return goal
}

/**
 * Focuses the element with this role and accessible name by Tab only, forwards or backwards, within the page. Beyond
 * the page the focus would be in the browser window, where an automated Firefox ignores Enter.
 *
 * @param page - The page.
 * @param role - Role of the element.
 * @param name - Its accessible name.
 */
export async function tabTo(page, role, name) {
  const goal = await shown(page, role, name)
  // The element is searched once instead of at each stop, since Firefox computes the names of the whole page for it.
  let element = await goal.elementHandle()
  for (let at = 0; at < MOST; at++) {
    const key = await element.evaluate(way)
    if (!key) return goal
    if (key === 'gone') element = await goal.elementHandle()
    else await page.keyboard.press(key)
  }
  throw new Error(`no ${role} “${name}” within ${MOST} stops of the keyboard`)
}

/** Presses an element as soon as it is enabled. */
export async function press(page, role, name, key = 'Enter') {
  const goal = await shown(page, role, name)
  // Searched anew each time, since the page may replace an element.
  const isEnabled = () => goal.evaluate((element) => !element.disabled && element.ariaDisabled !== 'true')
  await until(isEnabled, `enabled ${role} “${name}”`, 60_000)
  await tabTo(page, role, name)
  await page.keyboard.press(key)
}
