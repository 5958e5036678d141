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
      'a private file of a run without a released file, or with several, cannot replay out of core',
      'Use the CSV file of that run, with enough memory for it.',
    )
  if (metrics.length > 0) {
    const what =
      `${metrics.map(({ use }) => use).join(', ')} ${metrics.length === 1 ? 'is' : 'are'} not measured in a ` +
      'run out of core'
    throw refused(what, 'Remove metrics from the plan, run it, then measure the result: sdc measure ORIGINAL MASKED.')
  }
  const [limited] = Object.keys(limits)
  if (limited !== undefined)
    throw refused(
      `the limit of ${limited} cannot be checked in a run out of core, which measures nothing before writing`,
      'Remove limits from the plan, run it, then measure the result: sdc measure ORIGINAL MASKED.',
    )
  if (report && manifest === undefined) say(asNote('a run out of core does not write a report'))
  await maskInParts({ ...request, replay: manifest, options: asked })
}
