import { paper003RankSwappingTable } from '@sdc/datasets'
import { combined } from '../combined.js'
import type { PaperOptions, PaperTable } from '../paper.js'
import type { Check, Misprint } from '../verdict.js'

/** Which equation the column Score of the rank swapping table follows from. */
export async function scoreTable({ registry }: PaperOptions): Promise<PaperTable> {
  const rows = []
  for (const { file, percent, Score, ...values } of paper003RankSwappingTable) {
    const checks: Check[] = []
    for (const combination of ['rs-full', 'rs-as-printed', 'dld-pld-id']) {
      const ours = await combined(registry, 'score/sebe', combination, values)
      // The score is computed of parts that are rounded to two decimals, and rounded itself.
      const tolerance = { by: 0.0101, why: 'the printed parts are rounded to two decimals, and so is the score.' }
      const known = file === 'Census' && percent === 16 ? { misprint: typo } : {}
      const check = { ours, printed: Score, decimals: 2 }
      checks.push(combination === 'rs-full' ? { ...check, tolerance, ...known } : { ...check, notCompared: equations })
    }
    rows.push({ given: [file, percent], checks })
  }
  return {
    id: 'Rank swapping, scores',
    title: 'Which combination the printed scores are',
    sentence:
      'Score = (IL + DR)/2 from the printed IL, RSLD, DLD, PLD and ID (score/sebe with combination): rs-full has DR = RSLD/3 + ' +
      'DLD/6 + PLD/6 + ID/3; rs-as-printed and dld-pld-id are the two equations that the slides print above the table.',
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
