/** So many stops a screen has at most: a page of a table is one, its cells are none. */
const MOST = 400

/** Goes to what has this role and accessible name, by Tab alone. */
export async function tabTo(page, role, name) {
  const goal = page.getByRole(role, { name }).first()
  await goal.waitFor({ timeout: 60_000 })
  for (let at = 0; at < MOST; at++) {
    if (await goal.evaluate((element) => element === element.ownerDocument.activeElement)) return goal
    await page.keyboard.press('Tab')
  }
  throw new Error(`no ${role} “${name}” within ${MOST} stops of the keyboard`)
}

/** Presses it, as soon as it can be pressed. */
export async function press(page, role, name, key = 'Enter') {
  const goal = page.getByRole(role, { name }).first()
  await goal.waitFor({ timeout: 60_000 })
  await page.waitForFunction(
    (element) => !element.disabled && element.ariaDisabled !== 'true',
    await goal.elementHandle(),
  )
  await tabTo(page, role, name)
  await page.keyboard.press(key)
}
