import { said } from './said.mjs'

/** Folders that are picked: the second file that is written into one is refused. To be run in a page before anything of its own. */
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
 * What is kept is refused half-way: nothing of it stays, and what is given away stays closed.
 *
 * @param page with a release that is drawn, where folders refuse
 * @returns what is wrong
 */
export async function refusedSave(page) {
  await page.getByRole('button', { name: 'Save the private files…', exact: true }).click()
  const problems = await said(page, /the disk is full/)
  const left = await page.evaluate(() => window.saved.map(({ id, held }) => `${id}: ${[...held.keys()].join(', ')}`))
  if (left.join() !== 'sdc-private: ') problems.push(`after a save that was refused: ${left.join('; ')}`)
  const giveAway = page.getByRole('button', { name: 'Save the public files…', exact: true })
  if ((await giveAway.getAttribute('aria-disabled')) !== 'true')
    problems.push('what is given away opens without its key')
  await giveAway.click({ force: true })
  await page.waitForTimeout(200)
  if ((await page.evaluate(() => window.saved.length)) !== 1)
    problems.push('what is given away was saved without its key')
  return problems
}
