import { fileRisk, rolesOf } from '@sdc/engine'
import { exposedText, riskAdvice, riskSentence } from '@sdc/inspect'
import type { OpenData } from '../data/open-data.js'
import { schemaOf } from '../plans/settings-plan.js'
import type { RiskView, Settings } from '../protocol/protocol.js'

/** Number of records that are listed. */
const SHOWN = 10

/**
 * Measures the risk of the file before masking.
 *
 * @param data - The file.
 * @param settings - The roles of its columns.
 * @returns Counts by the quasi-identifiers, the most exposed records, and advice.
 */
export function riskView({ csv }: OpenData, settings: Settings): RiskView {
  const { dataset } = csv
  const roles = rolesOf(dataset, schemaOf(settings))
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
    advice: riskAdvice(risk),
  }
}
