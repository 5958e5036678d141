import { canBeChosen, compareKeys, place, type Comparison, type Row } from '@sdc/engine'

/** Most plans to print by default. */
const SHOWN = 8

/**
 * Plans to print, the best first: the choice, the finalists, then those that break the fewest limits, by their loss.
 *
 * @param comparison - The comparison.
 * @param all - True to return all plans.
 * @returns At most eight plans, unless `all` is true.
 */
export function shownRows({ rows, axes, decision }: Comparison, all: boolean): Row[] {
  const measured = rows.filter((row) => !row.error)
  const isFinalist = ({ label }: Row): boolean => decision?.finalists.includes(label) ?? false
  const ranked = measured.map((row) => {
    const [, loss = Infinity] = place(row, axes) ?? []
    return {
      row,
      keys: [row.chosen ? 0 : 1, isFinalist(row) ? 0 : 1, canBeChosen(row) ? 0 : 1, row.beyond.length, loss],
    }
  })
  ranked.sort((a, b) => compareKeys(a.keys, b.keys))
  const wanted = all ? ranked : ranked.slice(0, SHOWN)
  return wanted.map(({ row }) => row)
}
