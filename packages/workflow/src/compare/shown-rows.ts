import { canBeChosen, place, type Comparison, type Row } from '@sdc/engine'

/** So many plans are printed. */
const SHOWN = 8

/**
 * The plans that people look at: the choice and the finalists, else those that come nearest to being chosen; the best first.
 *
 * @param comparison - All that was measured.
 * @param all - Whether all are wanted.
 * @returns At most eight, where not all are wanted.
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
  ranked.sort((a, b) => a.keys.map((key, i) => (key === b.keys[i] ? 0 : key - b.keys[i])).find((way) => way !== 0) ?? 0)
  const wanted = all ? ranked : ranked.slice(0, SHOWN)
  return wanted.map(({ row }) => row)
}
