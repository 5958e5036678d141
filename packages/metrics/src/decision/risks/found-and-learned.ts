/**
 * Share of the unknown variation of a confidential number that an intruder learns of an average person: found × learned.
 *
 * `risk/key-linkage` · `risk/value-given-keys` / 100, in percent.
 * Source: this project.
 */
import { defineMetric, type MeasureFacts, type Measurement } from '@sdc/core'
import { unmeasured } from '@sdc/toolkit'
import * as z from 'zod'
import { warningsOf } from '../../scores/combined-parts.js'
import { riskOfRoles, targetsParam } from './key-linkage.js'

const params = z.object({ targets: targetsParam })

export const foundAndLearnedMetric = defineMetric({
  ...riskOfRoles,
  id: 'risk/found-and-learned',
  title: 'Found and learned',
  summary:
    'Product of the share of people found by their quasi-identifiers and the share of a value that their record ' +
    'discloses.',
  brief: [
    'It is near 0 % if few people are found or little is learned about them.',
    'A product can hide that one of its parts is high: look at both.',
  ],
  formula: 'risk/key-linkage · risk/value-given-keys / 100',
  source: [{ where: 'This project' }],
  notes: [
    {
      topic: 'interpretation',
      text:
        'For files with useful single records: these may disclose much about people whom nobody finds, or little about ' +
        'people who are found.',
    },
  ],
  recordsOf: 'masked',
  high: { share: 0.1, meaning: 'on average, an intruder learns {value} of the unknown part of a value' },
  cost: { time: 'sum of its parts' },
  params,
  parts: ({ targets }) => ({
    found: { use: 'risk/key-linkage', params: { targets } },
    value: { use: 'risk/value-given-keys', params: {} },
  }),
  plan: measure,
})

function measure({ parts }: MeasureFacts<unknown>): Measurement {
  const [found, value] = [parts.get('found'), parts.get('value')]
  if (typeof found?.value !== 'number' || typeof value?.value !== 'number')
    return unmeasured([found, value].flatMap((part) => part?.reason ?? []).join('; ') || 'its parts have no value')
  return { value: (found.value * value.value) / 100, used: found.used, ...warningsOf([found, value]) }
}
