/** So many stops a screen has at most: a page of a table is one, its cells are none. */
const MOST = 400

/** Is run in the page: which key goes towards it, none where it has the focus; or that the page has made another in its place. */
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
 * Goes to what has this role and accessible name, by Tab alone: forwards or backwards, not past an end of the page. After it the focus
 * is in the window around the page, and an automated Firefox clicks nothing by Enter in a page whose window has it.
 */
export async function tabTo(page, role, name) {
  const goal = await shown(page, role, name)
  // It is looked for once, not at each stop: in Firefox the names of the whole page are computed for that.
  let element = await goal.elementHandle()
  for (let at = 0; at < MOST; at++) {
    const key = await element.evaluate(way)
    if (!key) return goal
    if (key === 'gone') element = await goal.elementHandle()
    else await page.keyboard.press(key)
  }
  throw new Error(`no ${role} “${name}” within ${MOST} stops of the keyboard`)
}

/** Presses it, as soon as it can be pressed. */
export async function press(page, role, name, key = 'Enter') {
  const goal = await shown(page, role, name)
  await page.waitForFunction(
    (element) => !element.disabled && element.ariaDisabled !== 'true',
    await goal.elementHandle(),
  )
  await tabTo(page, role, name)
  await page.keyboard.press(key)
}
