import { methodProblems, type MaskingMethod } from '@sdc/core'
import { engineMethodChecks } from './engine/engine-method.js'
import { engineMissingCheck } from './engine/engine-missing.js'
import { enginePersonsCheck } from './engine/engine-persons.js'
import { runCheck, type Check } from '../shared/check.js'
import { claimChecks } from './method-claims.js'
import { columnChecks } from './method-columns.js'
import { groupChecks } from './method-group.js'
import { hardChecks } from './method-hard.js'
import { largeChecks } from './method-large.js'
import { missingChecks } from './method-missing.js'
import { outputChecks } from './method-output.js'
import { methodPlanChecks } from './method-plan.js'
import { randomChecks } from './method-random.js'
import { streamChecks } from './method-streams.js'
import { tickChecks } from './method-tick.js'
import { tieChecks } from './method-ties.js'
import { parameterChecks } from '../shared/parameters.js'
import { withMetrics, type CheckOptions } from '../shared/references.js'
import { methodSubject } from './run/run-method.js'

/**
 * Checks a masking method against its card and traits, on small artificial files, with its default parameters and every
 * entry of its `examples`, then through the engine. Checks that a trait excludes are skipped; a wrong form ends the
 * checks.
 *
 * @param method - The method.
 * @param options - Registry of the methods and metrics that it refers to.
 * @returns One result for each check.
 */
export async function checkMethod(method: MaskingMethod, options: CheckOptions = {}): Promise<Check[]> {
  const subject = typeof method?.id === 'string' ? method.id : 'method'
  const form = await runCheck(subject, 'its card, traits and parameters have the form of the contract', () =>
    methodProblems(method ?? {}),
  )
  if (!form.ok) return [form]
  const checks = [form, ...(await parameterChecks(subject, method.params, method.examples ?? []))]
  const run = methodSubject(withMetrics(method, options))
  if (run.cases.length === 0) return checks
  for (const group of [
    outputChecks,
    randomChecks,
    streamChecks,
    columnChecks,
    groupChecks,
    missingChecks,
    claimChecks,
    largeChecks,
    tieChecks,
    hardChecks,
    tickChecks,
    methodPlanChecks,
  ])
    checks.push(...(await group(run)))
  const alone = methodSubject(method)
  checks.push(...(await engineMethodChecks(alone, options)))
  checks.push(await engineMissingCheck(alone, options))
  checks.push(await enginePersonsCheck(alone, options))
  return checks
}
