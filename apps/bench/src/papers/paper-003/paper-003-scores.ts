import { paper003RankSwappingTable } from '@sdc/datasets'
import { combined } from '../combined.js'
import type { PaperOptions, PaperTable } from '../paper.js'
import type { Check, Misprint } from '../verdict.js'
import { rankSwappingTable } from './paper-003-rank-swapping.js'

/** Returns the scores of the rank swapping table by three equations; the printed ones follow from the first. */
export async function scoreTable({ registry }: PaperOptions): Promise<PaperTable> {
  const rows = []
  for (const { file, percent, Score, ...values } of paper003RankSwappingTable) {
    const checks: Check[] = []
    for (const combination of ['rs-full', 'rs-as-printed', 'dld-pld-id']) {
      const ours = await combined(registry, 'score/sebe', combination, values)
      // Half a unit of each part by its weight, 1/2 + 1/6 + 1/12 + 1/12 + 1/6 = 1, and half a unit of the score.
      const tolerance = { by: 0.01 * (1 + 1e-9), why: 'the printed parts and the score are rounded to two decimals.' }
      const known = file === 'Census' && percent === 16 ? { misprint: typo } : {}
      const check = { ours, printed: Score, decimals: 2 }
      checks.push(combination === 'rs-full' ? { ...check, tolerance, ...known } : { ...check, notCompared: equations })
    }
    rows.push({ given: [file, percent], checks })
  }
  return {
    id: 'Rank swapping, scores',
    where: rankSwappingTable,
    title: 'Score of rank swapping',
    sentence:
      'Score = (IL + DR)/2, computed from the printed IL, RSLD, DLD, PLD and ID (score/sebe). rs-full: DR = RSLD/3 + DLD/6 + ' +
      'PLD/6 + ID/3. rs-as-printed and dld-pld-id: the two equations above the printed table.',
    given: ['file', 'p'],
    checks: ['rs-full', 'rs-as-printed', 'dld-pld-id'],
    rows,
  }
}

const equations =
  'M5: the equations that the slides print, .1666(RSLD + DLD + PLD) + .5 ID and .25 DLD + .25 PLD + .5 ID, do not give the ' +
  'printed scores; IL/2 + RSLD/6 + DLD/12 + PLD/12 + ID/6 does (rs-full).'

const typo: Misprint = {
  id: 'M5',
  should: 27.92,
  why: 'Census, p = 16: 27.92 follows from its line, 27.97 is printed.',
}
