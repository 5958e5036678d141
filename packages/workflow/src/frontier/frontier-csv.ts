import { categorical, dataset, numeric, type Column } from '@sdc/core'
import { writeCsv } from '@sdc/io'
import type { CloudPoint, Frontier, Spread } from './frontier.js'

/** Every candidate that was tried, a row each; those of the final table with their fresh runs. */
export function frontierCsv({ cloud, rows, comparison: { axes } }: Frontier): string {
  const final = new Map(rows.map((row) => [row.id, row]))
  const text = (of: (point: CloudPoint) => string | null): Column => categorical(cloud.map(of))
  const number = (of: (point: CloudPoint) => number | null | undefined): Column =>
    numeric(cloud.map((point) => of(point) ?? Number.NaN))
  const yes = (is: boolean | undefined): string => (is ? 'yes' : 'no')
  const fresh = (which: 'risk' | 'loss', of: (spread: Spread) => number | null | undefined): Column =>
    number(({ id }) => {
      const spread = final.get(id)?.fresh?.[which]
      return spread && of(spread)
    })
  return writeCsv(
    undefined,
    dataset([
      ['candidate', text(({ label }) => label)],
      ['method', text(({ use }) => use)],
      ['then', text(({ then }) => then.join(' + ') || null)],
      ['runs', number(({ runs }) => runs)],
      [`${axes.risk.id} (${axes.risk.unit})`, number(({ risk }) => risk)],
      [`${axes.loss.id} (${axes.loss.unit})`, number(({ loss }) => loss)],
      ['front', text(({ id }) => yes(final.get(id)?.isFront))],
      ['knee', text(({ id }) => yes(final.get(id)?.isKnee))],
      ['chosen', text(({ id }) => yes(final.get(id)?.row.chosen))],
      ['beyond a limit', text(({ beyond }) => beyond.join(', ') || null)],
      ['error', text(({ failure }) => failure ?? null)],
      ...([axes.risk, axes.loss] as const).flatMap(({ id, unit }, i): [string, Column][] => {
        const which = i === 0 ? 'risk' : 'loss'
        return [
          [`fresh ${id} mean (${unit})`, fresh(which, ({ mean }) => mean)],
          [`fresh ${id} sd (${unit})`, fresh(which, ({ sd }) => sd)],
          [`fresh ${id} next low (${unit})`, fresh(which, ({ next }) => next?.[0])],
          [`fresh ${id} next high (${unit})`, fresh(which, ({ next }) => next?.[1])],
        ]
      }),
    ]),
  )
}
