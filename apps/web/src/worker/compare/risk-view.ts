import { numericValues, seededRng, type Dataset, type Registry } from '@sdc/core'
import { fileRisk, rolesOf, runSteps, withoutHierarchies } from '@sdc/engine'
import { exposedText, riskAdvice, riskSentence } from '@sdc/inspect'
import type { OpenData } from '../data/open-data.js'
import { schemaOf } from '../plans/settings-plan.js'
import { sharedSteps } from '../plans/shared-steps.js'
import type { RiskView } from '../protocol/file-types.js'
import type { Settings } from '../protocol/settings-types.js'

/** Number of listed records. */
const SHOWN = 10
/** Number of greatest values that top coding makes equal. */
const GREATEST = 5

/**
 * Measures the risk of the file before masking, after the coarsening of the user.
 *
 * @param registry - The methods.
 * @param data - The file.
 * @param settings - The roles of its columns.
 * @returns Counts by the quasi-identifiers, the most exposed records, and advice.
 */
export async function riskView(registry: Registry, { csv }: OpenData, settings: Settings): Promise<RiskView> {
  const schema = schemaOf(settings)
  const { fixed: steps } = sharedSteps(settings)
  const original = csv.dataset
  // Recoding draws no random numbers.
  const dataset =
    steps.length === 0
      ? original
      : (await runSteps({ registry, original, schema, steps, rng: seededRng('risk') })).files[0].data
  const roles = rolesOf(dataset, steps.length === 0 ? schema : withoutHierarchies(schema))
  const risk = fileRisk(dataset, { ...roles, exposed: SHOWN })
  const { identity, records, unit, keys, fewKeys } = risk
  return {
    records,
    unit,
    keys,
    sentence: riskSentence(risk, false),
    identity: identity && {
      unique: identity.unique,
      smallest: identity.smallest,
      expected: identity.expected,
      contributions: identity.keys.map(({ key, levels, without }) => ({ name: key, levels, without })),
    },
    exposed: fewKeys?.exposed.map((one) => exposedText(one, fewKeys.maxSize)) ?? [],
    advice: riskAdvice(risk).map((one) =>
      one.remedy === 'top-code' ? { ...one, topPercent: percentOfGreatest(original, one.columns[0]) } : one,
    ),
  }
}

/** Returns the lowest percentage of the values that includes the greatest ones and all equal to the last of them. */
function percentOfGreatest(data: Dataset, name: string): number {
  const sorted = numericValues(data, name)
    .filter((value) => !Number.isNaN(value))
    .sort()
  const last = sorted[Math.max(0, sorted.length - GREATEST)]
  const count = sorted.filter((value) => value >= last).length
  return Number(((100 * (count + 0.5)) / sorted.length).toPrecision(6))
}
