/**
 * Share of people whose own record is among at most two candidates of an intruder with their quasi-identifiers.
 *
 * 100 · share of targets with own ∈ B and |B| < 3, B of `risk/key-linkage`.
 * Source: this project.
 */
import { defineMetric, type MeasureFacts, type Measurement } from '@sdc/core'
import * as z from 'zod'
import { percentSample } from '../../linkage/columns/attacked-sample.js'
import { attackOf, riskOfRoles, targetsParam } from './key-linkage.js'

/** Number of candidates from which a link is not certain. */
const MANY = 3

const params = z.object({ targets: targetsParam })

export const certainLinkageMetric = defineMetric({
  ...riskOfRoles,
  id: 'risk/certain-linkage',
  title: 'Certain linkage by quasi-identifiers',
  summary:
    'Share of people with a masked record among at most two candidates of an intruder who knows their ' +
    'quasi-identifiers.',
  brief: [
    'So many of 100 people have at most one other candidate; 0 % is the aim.',
    'It counts candidates by the quasi-identifiers only, and not what is then learned.',
  ],
  formula: '100 · share{own ∈ B, |B| < 3}, B of risk/key-linkage',
  source: [{ where: 'This project' }],
  notes: [
    {
      topic: 'interpretation',
      text: 'The mean of risk/key-linkage hides a few people who are identified for certain; this metric counts only them.',
    },
  ],
  high: { share: 0.01, meaning: 'an intruder finds {value} of the people among one or two masked records' },
  share: 'records',
  cost: { time: 'as risk/key-linkage' },
  params,
  parts: ({ targets }) => ({ attack: { use: 'risk/key-linkage', params: { targets } } }),
  plan: measure,
})

function measure({ rows, parts }: MeasureFacts<unknown>): Measurement {
  const attack = parts.get('attack')
  const candidates = attackOf(attack)
  if (!attack || !candidates)
    return { value: null, reason: attack?.reason ?? 'risk/key-linkage ran no attack', used: 0 }
  const certain = Float64Array.from(candidates, ({ own, size }) => (own > 0 && size < MANY ? 1 : 0))
  const records = new Float64Array(rows.original).fill(Number.NaN)
  candidates.forEach(({ target }, t) => (records[target] = certain[t]))
  return {
    value: (100 * certain.reduce((sum, one) => sum + one, 0)) / certain.length,
    used: certain.length,
    records,
    ...percentSample(rows.original, certain),
    ...(attack.warnings && { warnings: attack.warnings }),
  }
}
