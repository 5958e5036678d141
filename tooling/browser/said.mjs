/** Waits for a problem on the page, returns its sentence, and closes it. */
export async function said(page, pattern) {
  const alert = page.getByRole('alert').filter({ hasText: /\w/ }).first()
  const isSaid = await alert.waitFor({ timeout: 30_000 }).then(
    () => true,
    () => false,
  )
  if (!isSaid) return [`nothing is said where ${pattern} was to be`]
  const text = (await alert.innerText()).replaceAll(/\s+/g, ' ').trim()
  await page.getByRole('button', { name: 'Dismiss' }).click()
  return pattern.test(text) && !/page itself has a bug/.test(text) ? [] : [`“${text}” in place of ${pattern}`]
}
