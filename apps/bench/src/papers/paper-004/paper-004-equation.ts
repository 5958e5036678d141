import { paper004Table } from '@sdc/datasets'
import { combined } from '../combined.js'
import type { PaperOptions, PaperTable } from '../paper.js'
import type { Check, Misprint } from '../verdict.js'

/** Whether the printed scores follow from the printed IL, DLD and ID by equation 2. */
export async function equationTable({ registry }: PaperOptions): Promise<PaperTable> {
  const rows = []
  for (const { masking, optimised, Score, IL, DLD, ID } of paper004Table) {
    const ours = await combined(registry, 'score/sebe', 'dld-id', { IL, DLD, ID })
    const isMisprinted = masking === 'microaggregation' && optimised?.q === 0.5
    const check: Check = { ours, printed: Score, decimals: 2, tolerance, ...(isMisprinted && { misprint }) }
    rows.push({ given: [masking, optimised?.p ?? 'none', optimised?.q ?? 'none'], checks: [check] })
  }
  return {
    id: 'Tables 1 and 2, equation 2',
    title: 'Whether the printed scores follow from the printed parts',
    sentence: 'Score = .5 IL + .25 DLD + .25 ID (score/sebe) of the printed IL, DLD and ID.',
    given: ['masking', 'p', 'q'],
    checks: ['Score'],
    rows,
  }
}

// Of IL, DLD and ID by .005 each, .005 of the score, and as much by its own rounding.
const tolerance = { by: 0.0101, why: 'the printed parts are rounded to two decimals, and so is the score.' }

const misprint: Misprint = {
  id: 'M16',
  should: 26.98,
  why: 'microaggregation, p = q = .5: 26.98 follows from its row, 26.96 is printed.',
}
