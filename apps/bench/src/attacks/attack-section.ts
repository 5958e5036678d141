import { left, right } from '@sdc/report'
import { markdownTable } from '../speed/report/benchmarks-file.js'
import type { StudyRow } from './attack-study.js'

export const attackHeading = '## Study: disclosures and messages'

/**
 * Returns the section of the committed page.
 *
 * @param rows - Results of the study.
 * @param n - Number of records of a file.
 * @returns A table for each attack.
 */
export function attackSection(rows: readonly StudyRow[], n: number): string {
  const untold = rows.filter(({ told }) => !told).length
  const about =
    `Files of ${n} records, made for this study; the results of intruders are compared with the truth. The first ` +
    'release of each table is the attack; the others try to circumvent the protection built against it. Disclosed: ' +
    'percent of the items named above the table. Before: the highest number, or the message, of the versions without ' +
    'that protection. Reported: yes if the present versions give a number of at least four fifths of the disclosed ' +
    `share, a refusal or a warning; less than 5 % needs none. ${untold} of ${rows.length} releases are not reported. ` +
    `Written by \`bench attacks --renew\`.`
  const tables = [...new Set(rows.map(({ name }) => name))].map((name) => {
    const own = rows.filter((row) => row.name === name)
    const cells = own.map(({ release, disclosed, before, now, told }) => [
      release,
      String(Math.round(disclosed)),
      before,
      now,
      told ? 'yes' : 'no',
    ])
    const columns = [left('release'), right('disclosed'), left('before'), left('now'), left('reported')]
    return [`### ${name[0].toUpperCase()}${name.slice(1)}`, `File: ${own[0].file}. Disclosed: ${own[0].counts}.`, markdownTable(columns, cells)].join('\n\n') // oxfmt-ignore
  })
  const test = '_Test: `apps/bench/src/attacks/attacks.test.ts`._'
  return [attackHeading, about, ...tables, test].join('\n\n').concat('\n')
}
