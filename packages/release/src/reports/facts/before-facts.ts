import { fileRisk, rolesOf } from '@sdc/engine'
import { riskAdvice, riskFacts } from '@sdc/inspect'
import type { ReportedRun } from './reported-run.js'

/**
 * Measures the risk of the original before masking, by the quasi-identifiers of the schema. Other masked columns count
 * as confidential.
 *
 * @param reported - The run.
 * @returns Sentences about the original and its most exposed records, for the internal report only.
 */
export function beforeFacts({ original, schema, run }: ReportedRun): string[] {
  const { keys, confidential, items = [], knownItems, weight, person } = rolesOf(original, schema)
  const values = run.columns.filter((name) => ![...keys, ...confidential, ...items, weight].includes(name))
  const risk = fileRisk(original, {
    keys,
    confidential: [...confidential, ...values],
    items,
    knownItems,
    weight,
    person,
  })
  return [...riskFacts(risk), ...riskAdvice(risk).map(({ text }) => text)]
}
