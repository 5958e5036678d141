import { left, right } from '@sdc/report'
import { markdownTable } from '../speed/report/benchmarks-file.js'
import type { StudyRow } from './attack-study.js'

export const attackHeading = '## Study: what is disclosed, and what is said'

/**
 * The section of the committed page.
 *
 * @param rows - What was found.
 * @param n - Records of a file.
 * @returns A table for each attack.
 */
export function attackSection(rows: readonly StudyRow[], n: number): string {
  const untold = rows.filter(({ told }) => !told).length
  const about =
    `Files of ${n} records, made for this study, and intruders that count with the truth at hand. The first release of each table is ` +
    'the attack; the others try to get around what was built against it. Disclosed: percent, of what the table says. Before: the highest ' +
    'number, or the sentence, of the versions without that repair. Told: whether a number of at least four fifths of what is disclosed, a ' +
    `refusal or a warning says it now; less than 5 % needs none. ${untold} of ${rows.length} releases are not told. Written by \`bench attacks --renew\`.`
  const tables = [...new Set(rows.map(({ name }) => name))].map((name) => {
    const own = rows.filter((row) => row.name === name)
    const cells = own.map(({ release, disclosed, before, now, told }) => [
      release,
      String(Math.round(disclosed)),
      before,
      now,
      told ? 'yes' : 'no',
    ])
    const columns = [left('release'), right('disclosed'), left('before'), left('now'), left('told')]
    return [`### ${name[0].toUpperCase()}${name.slice(1)}`, `File: ${own[0].file}. Disclosed: ${own[0].counts}.`, markdownTable(columns, cells)].join('\n\n') // oxfmt-ignore
  })
  const test = '_Test: `apps/bench/src/attacks/attacks.test.ts`._'
  return [attackHeading, about, ...tables, test].join('\n\n').concat('\n')
}
