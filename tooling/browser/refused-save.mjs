import { said } from './said.mjs'

/** Runs in a page first: picked folders refuse the second file written to them. */
export const refusingFolders = () => {
  window.saved = []
  window.showDirectoryPicker = async ({ id }) => {
    const held = new Map()
    let written = 0
    window.saved.push({ id, held })
    return {
      name: id,
      keys: async function* () {
        yield* held.keys()
      },
      isSameEntry: async () => false,
      removeEntry: async (name) => void held.delete(name),
      getFileHandle: async (name) => ({
        createWritable: async () => {
          const isRefused = ++written > 1
          return {
            write: async () => {
              if (isRefused) throw new DOMException('the disk is full', 'QuotaExceededError')
            },
            close: async () => void held.set(name, true),
            abort: async () => undefined,
          }
        },
      }),
    }
  }
}

/**
 * Checks that a refused write leaves no private file, and that the public box stays disabled.
 *
 * @param page - Page with a drawn release, and folders that refuse.
 * @returns The problems.
 */
export async function refusedSave(page) {
  await page.getByRole('button', { name: 'Save the private files…', exact: true }).click()
  const problems = await said(page, /the disk is full/)
  const left = await page.evaluate(() => window.saved.map(({ id, held }) => `${id}: ${[...held.keys()].join(', ')}`))
  if (left.join() !== 'sdc-private: ') problems.push(`after a save that was refused: ${left.join('; ')}`)
  const giveAway = page.getByRole('button', { name: 'Save the public files…', exact: true })
  if ((await giveAway.getAttribute('aria-disabled')) !== 'true')
    problems.push('the public box can be saved without the key')
  await giveAway.click({ force: true })
  await page.waitForTimeout(200)
  if ((await page.evaluate(() => window.saved.length)) !== 1) problems.push('the public box was saved without the key')
  return problems
}
