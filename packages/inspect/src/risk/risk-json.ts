import type { RiskOutput } from './output.js'
import type { RiskReport } from './risk-report.js'
import { riskAdvice, riskVerdict } from './risk-words.js'

/**
 * Returns the risk of a file as JSON in the form of `riskOutput`.
 *
 * @param report - The report.
 * @returns Plain data.
 */
export function riskJson(report: RiskReport): RiskOutput {
  const { file, risk, guessed, population, unnamed } = report
  const { records, keys, k, identity, fewKeys, answers, weights, values } = risk
  return structuredClone({
    file,
    records,
    keys,
    k,
    guessed,
    identity: identity ?? null,
    fewKeys: fewKeys ?? null,
    answers: answers ?? null,
    population: population ?? null,
    weights: weights ?? null,
    values: values.map(({ numbers = null, level = null, ...rest }) => ({ ...rest, numbers, level })),
    unnamed,
    fix: riskAdvice(risk).map(({ text }) => text),
    verdict: riskVerdict(report),
  }) as RiskOutput
}
