import { asNote, SdcError } from '@sdc/core'
import type { MetricPlan, PrivateManifest } from '@sdc/engine'
import { say } from '../terminal/progress.js'
import type { PartsRequest } from './mask-document.js'
import { maskInParts } from './mask-in-parts.js'
import { refuseOnParts, type PartsOptions } from './parts-options.js'
import type { ReleaseOptions } from './release-plan.js'

/** What is asked of a plan besides its steps. */
export interface PlanRunOptions extends PartsOptions, ReleaseOptions {
  readonly metrics?: readonly MetricPlan[] | undefined
  readonly limits: Readonly<Record<string, number>>
  /** Of a replay: the private file of its run. */
  readonly manifest?: PrivateManifest | undefined
  readonly report: boolean
}

/**
 * Runs the steps of a plan on a file in parts.
 *
 * @param request - The file and the steps.
 * @param asked - What else the plan and the options ask for.
 * @throws what a run in parts throws; BAD_OPTION for metrics and limits, which need the file held whole, and a replay of what was not released.
 */
export async function runPlanInParts(request: Omit<PartsRequest, 'options'>, asked: PlanRunOptions): Promise<void> {
  refuseOnParts(asked, true)
  const { metrics = [], limits, manifest, report } = asked
  const refused = (what: string, fix: string): SdcError => new SdcError('BAD_OPTION', what, {}, fix)
  if (manifest !== undefined && (!manifest.released || manifest.outputs.length > 1))
    throw refused(
      'the private file of a run that released no file, or several, does not replay it in parts',
      'Give the CSV file of that run, with as much memory as it takes.',
    )
  if (metrics.length > 0) {
    const what = `${metrics.map(({ use }) => use).join(', ')} ${metrics.length === 1 ? 'is' : 'are'} not measured in a run in parts`
    throw refused(what, 'Take metrics out of the plan, run it, and measure what came out: sdc measure ORIGINAL MASKED.')
  }
  const [limited] = Object.keys(limits)
  if (limited !== undefined)
    throw refused(
      `the limit of ${limited} is not held in a run in parts: nothing is measured before it is written`,
      'Take limits out of the plan, run it, and measure what came out: sdc measure ORIGINAL MASKED.',
    )
  if (report && manifest === undefined) say(asNote('no report is written of a run in parts'))
  await maskInParts({ ...request, replay: manifest, options: asked })
}
