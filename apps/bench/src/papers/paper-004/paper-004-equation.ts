import { paper004Table } from '@sdc/datasets'
import { combined } from '../combined.js'
import type { PaperOptions, PaperTable } from '../paper.js'
import type { Check, Misprint } from '../verdict.js'
import { isMisprinted } from './paper-004-tables.js'

/** The printed scores by equation 2 from the printed IL, DLD and ID. */
export async function equationTable({ registry }: PaperOptions): Promise<PaperTable> {
  const rows = []
  for (const row of paper004Table) {
    const { masking, optimised, Score, IL, DLD, ID } = row
    const ours = await combined(registry, 'score/sebe', 'dld-id', { IL, DLD, ID })
    const check: Check = {
      ours,
      printed: Score,
      decimals: 2,
      tolerance,
      ...(isMisprinted(row) ? { misprint } : { again: true as const }),
    }
    rows.push({ given: [masking, optimised?.p ?? 'none', optimised?.q ?? 'none'], checks: [check] })
  }
  return {
    id: 'Tables 1 and 2, equation 2',
    where: 'Table 2',
    title: 'Printed scores from their printed parts',
    sentence:
      'Score = .5 IL + .25 DLD + .25 ID (score/sebe) of the printed IL, DLD and ID. The misprinted score is counted ' +
      'here, the others in Tables 1 and 2.',
    given: ['masking', 'p', 'q'],
    checks: ['Score'],
    rows,
  }
}

// Rounding of IL, DLD and ID: (.5 + .25 + .25) · .005; rounding of the score: .005.
const tolerance = { by: 0.01, why: 'the printed parts and the printed score are rounded to two decimals.' }

const misprint: Misprint = {
  id: 'M16',
  should: 26.98,
  why: 'microaggregation, p = q = .5: 26.98 follows from its row, 26.96 is printed.',
}
