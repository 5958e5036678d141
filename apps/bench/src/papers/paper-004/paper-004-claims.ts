import type { Paper004Masking } from '@sdc/datasets'
import { drawnCheck } from '../drawn.js'
import type { PaperRow, PaperTable } from '../paper.js'
import { printedRows, type Measures, type Paper004Run } from './paper-004-runs.js'

/** A claim of section 4: a measure is lower in one file than in the other one. A q of null is the masked file. */
interface Claim {
  readonly text: string
  readonly of: 'Score' | 'DLD' | 'ID'
  readonly lower: number | null
  readonly higher: number | null
}

/** Claims of section 4 as differences: ours in the same run, and those of the printed values. */
export function claimsTable(masking: Paper004Masking, all: readonly Paper004Run[]): PaperTable {
  const found = claims[masking].map((claim) => ({ claim, differences: all.map((run) => difference(run, claim)) }))
  const held = found.map(({ claim, differences }) => {
    const count = differences.filter((one) => one > 0).length
    return `${claim.text} (${count})`
  })
  return {
    id: masking === 'rank swapping' ? 'Table 1, claims' : 'Table 2, claims',
    title: 'Claims of the text',
    sentence:
      `Difference that the claim says is positive, mean of ${all.length} runs. The printed one is the difference of two ` +
      'values of the table, which are counted there.',
    given: ['claim'],
    checks: ['difference'],
    rows: found.map(({ claim, differences }): PaperRow => ({
      given: [claim.text],
      checks: [
        { ...drawnCheck(differences, printedDifference(masking, claim), { decimals: 2, rounding: 0.01 }), again: true },
      ],
    })),
    notes: [`Number of runs (of ${all.length}) by claim: ${held.join(', ')}.`, ...truths[masking]],
  }
}

function difference({ masked, optimised }: Paper004Run, { of, lower, higher }: Claim): number {
  const at = (q: number | null): Measures | undefined =>
    q === null ? masked : optimised.find((one) => one.q === q)?.measures
  return (at(higher)?.[of] ?? Number.NaN) - (at(lower)?.[of] ?? Number.NaN)
}

function printedDifference(masking: Paper004Masking, { of, lower, higher }: Claim): number {
  const at = (q: number | null): number =>
    printedRows(masking).find(({ optimised }) => (optimised?.q ?? null) === q)?.[of] ?? Number.NaN
  return at(higher) - at(lower)
}

const truths: Readonly<Record<Paper004Masking, readonly string[]>> = {
  'rank swapping': [
    'By truth identity the scores rise (see the table of runs). About half of the gain by truth nearest is IL1, which ' +
      'p = .5 halves by definition.',
  ],
  microaggregation: [],
}

const scoreFalls = [0.5, 0.3, 0.1].map((q): Claim => ({
  text: `Score falls, q = ${q}`,
  of: 'Score',
  lower: q,
  higher: null,
}))

const rises = (of: 'DLD' | 'ID'): Claim[] =>
  [0.5, 0.3, 0.1].map((q) => ({ text: `${of} rises, q = ${q}`, of, lower: null, higher: q }))

const scoreIsLower = (lower: number, higher: number): Claim => ({
  text: `Score lower, q = ${lower} than ${higher}`,
  of: 'Score',
  lower,
  higher,
})

const claims: Readonly<Record<Paper004Masking, readonly Claim[]>> = {
  'rank swapping': [...scoreFalls, scoreIsLower(0.3, 0.5), scoreIsLower(0.1, 0.3), ...rises('DLD'), ...rises('ID')],
  microaggregation: [...scoreFalls, scoreIsLower(0.5, 0.3), scoreIsLower(0.3, 0.1)],
}
