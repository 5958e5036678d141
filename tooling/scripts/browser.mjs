// The page in Chromium and Firefox: its size, its loop by keyboard on every screen and look, what its policy stops, files that are none; from a file and
// from a host.
// Each check is named and timed; exit status 1 where any fails. `pnpm run browser [NAME…]` runs those that are named.
import { openChromium } from '../browser/browsers.mjs'
import { checkAssembly } from '../browser/check-assembly.mjs'
import { checkBadInput } from '../browser/check-bad-input.mjs'
import { checkChoices } from '../browser/check-choices.mjs'
import { checkFirefox } from '../browser/check-firefox.mjs'
import { checkHostile } from '../browser/check-hostile.mjs'
import { checkInstallable } from '../browser/check-installable.mjs'
import { checkLoop } from '../browser/check-loop.mjs'
import { checkLong } from '../browser/long.mjs'
import { checkReports } from '../browser/check-reports.mjs'
import { checkSealed } from '../browser/check-sealed.mjs'
import { checkSize } from '../browser/check-size.mjs'
import { checkSnapshots } from '../browser/check-snapshots.mjs'
import { pageFile, serve } from '../browser/served.mjs'
import { buildPage } from './build.mjs'

const say = (line) => process.stdout.write(`${line}\n`)

buildPage()
const browser = await openChromium()
const checks = {
  size: () => checkSize(say),
  sealed: () => checkSealed(browser),
  'bad files': () => checkHostile(browser, pageFile),
  'bad input': () => checkBadInput(browser, pageFile),
  WebAssembly: () => checkAssembly(browser),
  choices: () => checkChoices(browser, pageFile),
  'Firefox, and the loop from a host': () => checkFirefox(browser, say),
  installable: async () => checkInstallable(browser, await serve()),
  reports: () => checkReports(browser, say),
  snapshots: () => checkSnapshots(say, process.argv.includes('--renew')),
  'loop, from a file': () => checkLoop(browser, pageFile),
}
const asked = process.argv.slice(2).filter((name) => !name.startsWith('--'))
// What takes minutes is measured where it is asked for, and then nothing else.
if (process.argv.includes('--long')) {
  for (const name of Object.keys(checks)) delete checks[name]
  const goals = asked.splice(0)
  checks.long = () => checkLong(pageFile, say, goals)
}
let failed = 0
try {
  for (const [name, check] of Object.entries(checks)) {
    if (asked.length > 0 && !asked.some((one) => name.startsWith(one))) continue
    const since = performance.now()
    const problems = await check()
    if (problems.length > 0) failed++
    say(`${problems.length > 0 ? 'FAILED' : 'ok    '} ${name} (${((performance.now() - since) / 1000).toFixed(1)} s)`)
    for (const problem of problems) say(`  ${problem}`)
  }
} finally {
  await browser.close()
}
process.exitCode = failed > 0 ? 1 : 0
