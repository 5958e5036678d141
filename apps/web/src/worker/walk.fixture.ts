import { isRefused } from '@sdc/release'
import { builtInPolicies } from '../policy/built-in-policies.js'
import { setRole, settledBy } from '../session/set-role.js'
import { usualSettings } from '../session/usual-settings.js'
import { createWork } from './create-work.js'
import { inProcessWorkers, readableFile } from './in-process.fixture.js'
import type { Work } from './protocol/protocol.js'
import type { Settings } from './protocol/settings-types.js'

/** Result of a simulated user session, from a file to its releases. */
export interface WalkEnd {
  /** Number of draws, and of those that met the policy. */
  readonly draws: number
  readonly met: number
  /** Reasons, shown before any run, why no masking meets the policy. */
  readonly before: readonly string[]
  /** Verdict of the comparison, and the reasons against a draw. */
  readonly said: readonly string[]
}

/** Knowledge of the user that is in no file. */
export interface WalkOptions {
  readonly policy: string
  readonly draws: number
  /** Columns that an intruder may know, named when the page asks for quasi-identifiers. */
  readonly keys?: readonly string[] | undefined
}

/**
 * Simulates a user who accepts the settings proposed by the page, the first remedy of each finding, and the proposed
 * candidate.
 */
export async function walk(name: string, text: string, { policy, draws, keys = [] }: WalkOptions): Promise<WalkEnd> {
  const named = builtInPolicies.find((one) => one.name === policy)!
  const asked = { ...named, release: policy }
  const work = createWork({
    startWorker: inProcessWorkers().startWorker,
    today: () => '2027-01-31',
    usualSettings: () => usualSettings(undefined, asked),
  })
  try {
    const opened = await work.open(readableFile(name, text), {})
    // Synthetic records have their own goal.
    const ofGoal = policy === 'synthetic' ? ({ goal: policy, reverseMap: false } as const) : {}
    const settled = await settle(work, { ...usualSettings(opened, asked), ...ofGoal }, keys)
    const before = (await work.unmet(settled)).map(({ why }) => why)
    if (before.length > 0) return { draws: 0, met: 0, before, said: [] }
    const view = await work.compare(settled, { grew: () => {} })
    const proposal = view.candidates.find(({ chosen }) => chosen)
    if (proposal === undefined) return { draws: 0, met: 0, before, said: [view.verdict] }
    const settings = { ...settled, chosen: proposal.label, steps: proposal.steps }
    const said = [view.verdict]
    let met = 0
    for (let draw = 0; draw < draws; draw++) {
      const { judgement } = await work.release(settings, proposal.label, {})
      if (isRefused(judgement.state)) said.push(judgement.verdict)
      else met++
    }
    return { draws, met, before, said }
  } finally {
    work.close()
  }
}

/** Settles the findings on columns, then the page's advice before a run, if it concerns columns. */
async function settle(work: Work, begun: Settings, keys: readonly string[]): Promise<Settings> {
  let settings = begun
  for (let round = 0; round < 5; round++) {
    const findings = await work.disclosing(settings)
    const [reason] = await work.unmet(settings)
    if (findings.length > 0) settings = { ...settings, ...settledBy(settings, findings).settings }
    else if (reason?.remedies[0].kind === 'roles' && keys.length > 0)
      settings = { ...settings, ...setRole(settings, keys, 'quasi-identifier').settings }
    else return settings
  }
  return settings
}
