import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { movedBoxes } from '../boxes.mjs'
import { openChromium } from '../browsers.mjs'
import { compared, MOST_DIFFERENT, pngOf } from '../pictures.mjs'
import { allLooks } from '../snapshot-looks.mjs'

const stored = fileURLToPath(new URL('../snapshots/', import.meta.url))
const boxFile = join(stored, 'boxes.json')

/** Folder for pictures that differ. */
const out = fileURLToPath(new URL('../../../out/snapshots/', import.meta.url))

/**
 * Returns the differences of a look from the stored one: a sentence for each box that moved, and one for a different
 * picture.
 */
function differences({ name, picture, boxes }, held) {
  const { share, size, difference } = compared(held.picture, picture)
  const moved = boxes ? movedBoxes(held.boxes ?? {}, boxes).map((what) => `${name}: ${what}`) : []
  if (share <= MOST_DIFFERENT) return { moved, painted: [] }
  const what = size ?? `${(share * 100).toFixed(2)} % of its pixels are others`
  return { moved, painted: [`${name}: ${what}`], difference }
}

function write(folder, name, picture) {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${name}.png`), pngOf(picture))
}

/** Writes one line for each box, so that changes are readable in a commit. */
function writeBoxes(looks) {
  const views = looks
    .filter(({ boxes }) => boxes)
    .map(({ name, boxes }) => {
      const lines = Object.entries(boxes).map(([box, at]) => `${JSON.stringify(box)}: [${at.join(', ')}]`)
      return `"${name}": {\n${lines.join(',\n')}\n}`
    })
  writeFileSync(boxFile, `{\n${views.join(',\n')}\n}\n`)
}

/** Stores the present looks in place of the stored ones. */
function renewAll(looks, say) {
  rmSync(stored, { recursive: true, force: true })
  for (const { name, picture } of looks) write(stored, name, picture)
  writeBoxes(looks)
  say(`  ${looks.length} pictures and their boxes written anew: look at them before they are committed`)
}

/** Changes to a screen with the part that must show each, boxes or picture, as a test of this check. */
const changes = {
  'a heading 3 px to the right': { style: 'h2 { position: relative; left: 3px }', tells: 'moved' },
  'a button 5 px higher': { style: 'button.primary { min-height: 45px }', tells: 'moved' },
  'text of another colour': { style: ':root { --ink: #1f5fbf }', tells: 'painted' },
  'signs of another colour': { style: ':root { --accent: #824600 }', tells: 'painted' },
}

/** Returns the changes that were not detected. */
async function unseen(page, lookAt) {
  const before = await lookAt('roles')
  const held = { boxes: before.boxes, picture: pngOf(before.picture) }
  const missed = []
  for (const [what, { style, tells }] of Object.entries({ 'no change': { style: ':root {}' }, ...changes })) {
    const added = await page.addStyleTag({ content: style })
    const told = differences(await lookAt('roles'), held)
    const expected = tells ? told[tells].length > 0 : told.moved.length + told.painted.length === 0
    if (!expected) missed.push(`${what} is ${tells ? 'not seen' : 'seen as one'}`)
    await added.evaluate((element) => element.remove())
  }
  return missed
}

/**
 * Compares the screens of the loop and its two reports with the stored ones: boxes to 2 px, pictures except .5 % of the
 * pixels. Planted changes must be detected. RENEW_SNAPSHOTS=1 stores the present looks.
 *
 * @param say - Receives lines that are not problems.
 * @param renew - True to store the present looks.
 * @returns The problems.
 */
export async function checkSnapshots(say, renew) {
  // Letters are drawn without the font hinting of a machine.
  const browser = await openChromium(['--font-render-hinting=none', '--disable-lcd-text', '--force-color-profile=srgb'])
  try {
    const missed = []
    const looks = await allLooks(browser, async (screen, page, lookAt) => {
      if (screen === 'Roles') missed.push(...(await unseen(page, lookAt)))
    })
    if (renew) {
      renewAll(looks, say)
      return missed
    }
    rmSync(out, { recursive: true, force: true })
    const boxes = JSON.parse(readFileSync(boxFile, 'utf8'))
    const forgotten = readdirSync(stored).filter(
      (file) => file.endsWith('.png') && !looks.some(({ name }) => `${name}.png` === file),
    )
    const found = looks.flatMap((seen) => {
      const held = { boxes: boxes[seen.name], picture: readFileSync(join(stored, `${seen.name}.png`)) }
      const { moved, painted, difference } = differences(seen, held)
      if (moved.length + painted.length > 0) write(out, seen.name, seen.picture)
      if (difference) write(out, `${seen.name}.difference`, difference)
      return [...painted, ...moved]
    })
    return [
      ...missed,
      ...forgotten.map((file) => `${file} is of nothing that is looked at`),
      ...found,
      ...(found.length > 0
        ? [
            `see out/snapshots; where it is meant: RENEW_SNAPSHOTS=1 pnpm vitest run --project browser -t snapshots, and look at what it writes`,
          ]
        : []),
    ]
  } catch (error) {
    return [error.message.split('\n').slice(0, 3).join(' ')]
  } finally {
    await browser.close()
  }
}
