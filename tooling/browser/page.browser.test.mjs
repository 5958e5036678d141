// Checks of the page in Chromium and Firefox, from a file and from a host: its size, its loop by keyboard on every
// screen and look, its content security policy, and invalid files. They need the built page: `pnpm run page`.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openChromium } from './browsers.mjs'
import { checkAnonymous } from './checks/check-anonymous.mjs'
import { checkAssembly } from './checks/check-assembly.mjs'
import { checkBadInput } from './checks/check-bad-input.mjs'
import { checkChoices } from './checks/check-choices.mjs'
import { checkDates } from './checks/check-dates.mjs'
import { checkSchema } from './checks/check-schema.mjs'
import { checkFormats } from './checks/check-formats.mjs'
import { checkFirefox } from './checks/check-firefox.mjs'
import { checkHostile } from './checks/check-hostile.mjs'
import { checkInstallable } from './checks/check-installable.mjs'
import { checkLoop } from './checks/check-loop.mjs'
import { checkMap } from './checks/check-map.mjs'
import { checkPair } from './checks/check-pair.mjs'
import { checkResume } from './checks/check-resume.mjs'
import { checkReports } from './checks/check-reports.mjs'
import { checkSealed } from './checks/check-sealed.mjs'
import { checkSize } from './checks/check-size.mjs'
import { checkSnapshots } from './checks/check-snapshots.mjs'
import { checkTable } from './checks/check-table.mjs'
import { checkWalk } from './checks/check-walk.mjs'
import { checkLong } from './long/long.mjs'
import { pageFile, serve } from './served.mjs'

const MINUTES = 60_000
const say = (line) => process.stdout.write(`${line}\n`)

let browser
beforeAll(async () => {
  browser = await openChromium()
})
afterAll(() => browser?.close())

describe('the page', () => {
  it.each([
    ['size', () => checkSize(say)],
    ['sealed', () => checkSealed(browser)],
    ['bad files', () => checkHostile(browser, pageFile)],
    ['bad input', () => checkBadInput(browser, pageFile)],
    ['WebAssembly', () => checkAssembly(browser)],
    ['choices', () => checkChoices(browser, pageFile)],
    ['dates', () => checkDates(browser, pageFile)],
    ['schema', () => checkSchema(browser, pageFile)],
    ['an anonymous file', () => checkAnonymous(browser, pageFile)],
    ['a table', () => checkTable(browser, pageFile)],
    ['walk: the proposal is released', () => checkWalk(browser, pageFile)],
    ['an SPSS file', () => checkFormats(browser, pageFile)],
    ['Firefox, and the loop from a host', () => checkFirefox(browser, say)],
    ['installable', async () => checkInstallable(browser, await serve())],
    ['a comparison stopped and continued', () => checkResume(browser, pageFile)],
    ['remedies, explanations and the map', () => checkMap(browser, pageFile)],
    ['a masked file from elsewhere', () => checkPair(browser, pageFile)],
    ['reports', () => checkReports(browser, say)],
    ['snapshots', () => checkSnapshots(say, process.env.RENEW_SNAPSHOTS === '1')],
    ['loop, from a file', () => checkLoop(browser, pageFile)],
  ])('%s', async (_, check) => expect(await check()).toEqual([]), 10 * MINUTES)

  // Takes minutes, on an otherwise idle machine.
  it.runIf(process.env.SDC_LONG === '1')(
    'long: a million records',
    async () => expect(await checkLong(pageFile, say, [])).toEqual([]),
    60 * MINUTES,
  )
})
