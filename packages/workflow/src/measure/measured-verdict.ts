import { risksMeasured, shortNumber, unitText, type Measured } from '@sdc/engine'

/**
 * What measured values come to, in one sentence: how many risks are high and which is the worst; where none is, how many
 * have no value, since an unknown risk is not a small one.
 *
 * @param measured - The values of a file.
 * @returns The sentence.
 */
export function measuredVerdict(measured: readonly Measured[]): string {
  const risks = measured.filter(({ metric }) => metric.kind === 'risk')
  const unknown = risks.filter(({ measurement }) => measurement.value === null).length
  if (risks.length === 0) return 'Verdict: no risk was measured: whether the file can be released is not known.'
  const known = risksMeasured(measured)
  if (known.length === 0)
    return 'Verdict: no risk that was measured has a value: whether the file can be released is not known.'
  const [worst] = known
  const high = known.filter(({ severity }) => severity > 1).length
  const without = unknown === 0 ? '' : `, and ${unknown} ${unknown === 1 ? 'has' : 'have'} no value`
  const which = `${worst.metric.id}, ${unitText(worst.value, worst.metric)} (high from ${shortNumber(worst.high)})`
  if (high > 0)
    return `Verdict: do not release it yet: ${high} of ${risks.length} risks ${high === 1 ? 'is' : 'are'} high${without}; the worst is ${which}.`
  return `Verdict: none of ${risks.length} risks is high${without}; the worst is ${which}.`
}
