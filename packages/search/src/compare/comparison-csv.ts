import { categorical, dataset, numeric, type Column } from '@sdc/core'
import { beyondText, type Comparison, type Row } from '@sdc/engine'
import { writeCsv } from '@sdc/files'

/** The comparison as a table, with a row for every candidate. */
export function comparisonCsv({ rows, metrics }: Comparison): string {
  const text = (of: (row: Row) => string | null): Column => categorical(rows.map(of))
  const number = (of: (row: Row) => number | null | undefined): Column =>
    numeric(rows.map((row) => of(row) ?? Number.NaN))
  const columns: [string, Column][] = [
    ['candidate', text((row) => row.label)],
    ['method', text((row) => row.use)],
    ['then', text((row) => row.then.join(' + ') || null)],
    ['runs', number((row) => row.replicates)],
    ['pareto', text((row) => (row.pareto ? 'yes' : 'no'))],
    ['chosen', text((row) => (row.chosen ? 'yes' : 'no'))],
    ['unmasked', text((row) => row.unmasked.join(', ') || null)],
    ['exceeds a limit', text((row) => row.beyond.map(beyondText).join('; ') || null)],
    ['high risks', text((row) => row.high.join(', ') || null)],
    ['error', text((row) => row.error?.message ?? null)],
    ...metrics.flatMap(({ id, unit }): [string, Column][] =>
      (['mean', 'min', 'max'] as const).map((which) => [
        `${id} ${which} (${unit})`,
        number((row) => row.metrics.get(id)?.[which]),
      ]),
    ),
  ]
  return writeCsv(undefined, dataset(columns))
}
