import type { Note, Ref } from '@sdc/core'
import * as z from 'zod'
import { intervalMode } from '../intervals/interval-disclosure.js'
import { linkageParams } from '../linkage/search/linkage-params.js'
import { windowParams } from '../linkage/rank-swap/rs-rl.js'

/** Disclosure risk of a combination, named as in the papers. */
export type RiskPart = 'DLD' | 'PLD' | 'RSLD' | 'ID'

/** Weights of disclosure risks in percent, by the names of the parameter `combination`. */
export const combinations = {
  'dld-id': { DLD: 0.5, ID: 0.5 },
  'dld-pld-id': { DLD: 0.25, PLD: 0.25, ID: 0.5 },
  rs: { RSLD: 0.5, ID: 0.5 },
  'rs-full': { RSLD: 1 / 3, DLD: 1 / 6, PLD: 1 / 6, ID: 1 / 3 },
  'rs-as-printed': { RSLD: 0.1666, DLD: 0.1666, PLD: 0.1666, ID: 0.5 },
} as const satisfies Readonly<Record<string, Readonly<Partial<Record<RiskPart, number>>>>>

export type Combination = keyof typeof combinations

/** Parameters of a combined risk, and of the score from it. */
export const combinedParams = {
  combination: z
    .enum(['dld-id', 'dld-pld-id', 'rs', 'rs-full', 'rs-as-printed'])
    .default('dld-id')
    .meta({
      description:
        'Composition of the disclosure risk: dld-id ½DLD + ½ID; dld-pld-id ¼DLD + ¼PLD + ½ID; rs ½RSLD + ½ID; rs-full ' +
        '⅓RSLD + ⅙DLD + ⅙PLD + ⅓ID; rs-as-printed .1666(RSLD + DLD + PLD) + .5ID. DLD, PLD and RSLD are risk/dld, ' +
        'risk/prl and risk/rs-rl, ID is risk/interval-disclosure.',
    }),
  ...linkageParams,
  mode: intervalMode,
  ...windowParams,
  blocks: z
    .array(z.string())
    .default([])
    .meta({
      description:
        'Columns of equal values within which PLD compares records (blocks of risk/prl); without them PLD has no value ' +
        'above 5,000 records.',
    }),
}

/** Sources of the combinations, and agreement with printed numbers. */
export const combinationNote: Note = {
  topic: 'choices',
  text:
    'combination: dld-id is eq. 2 of Sebé et al. 2002, dld-pld-id its eq. 1 and example II of Torra 2013, rs example ' +
    'VI there. rs-full gives 19 of the 20 scores in the table of the slides. rs-as-printed is the equation above ' +
    'that table; it gives none of them and sums to 99.98 %.',
}

/** Note on the parameters of the parts. */
export const windowNote: Note = {
  topic: 'parameters',
  text:
    'All parts that have truth and ties share them. keys and subsets are for DLD alone; PLD and RSLD use the first ' +
    'columns of the file. With truth: nearest RSLD attacks the masked records. percent and positions, the window of ' +
    'the rank swapping, are for RSLD alone; by default it is the least that contains all values. PLD has the other ' +
    'parameters of risk/prl at their defaults.',
}

/** Parameters of {@link combinedParams}. */
export type CombinedParams = z.infer<z.ZodObject<typeof combinedParams>>

/** Metrics of a combination, by the papers' names; all share truth and ties. */
export function riskParts(params: CombinedParams): Readonly<Record<string, Ref>> {
  const { combination, truth, ties, keys, subsets, mode, percent, positions, blocks } = params
  // The published one of the two attacks by the nearest record, which attacks every masked record.
  const direction = truth === 'nearest' ? 'masked-to-original' : 'original-to-masked'
  const parts: Readonly<Record<RiskPart, Ref>> = {
    RSLD: { use: 'risk/rs-rl', params: { truth, ties, direction, percent, positions } },
    DLD: { use: 'risk/dld', params: { truth, ties, keys, subsets } },
    PLD: { use: 'risk/prl', params: { truth, blocks } },
    ID: { use: 'risk/interval-disclosure', params: { truth, mode } },
  }
  return Object.fromEntries(partsOf(combination).map((name) => [name, parts[name]]))
}

/** Returns the names of a combination's risks, in the order of its equation. */
function partsOf(combination: Combination): readonly RiskPart[] {
  return Object.keys(combinations[combination]) as RiskPart[]
}
