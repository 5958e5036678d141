import { categorical, dataset, numeric, type Column } from '@sdc/core'
import { shortNumber } from '@sdc/engine'
import { writeCsv } from '@sdc/files'
import { fileScreen, flowed, left, right, type Screen, textTable } from '@sdc/report/tables'
import { levelLabel } from '@sdc/toolkit/internal'
import { significant } from '../text/significant.js'
import { LEVEL, type GroupEstimates, type LevelEstimate, type VariableEstimates } from './estimates.js'

/**
 * Formats the estimates: a table for each variable with masked count, estimate, standard error and interval by level.
 *
 * @param found - The estimates by variable.
 * @param screen - Screen or file that the text must fit.
 * @returns The text.
 */
export function estimatesText(found: readonly VariableEstimates[], screen: Screen = fileScreen): string {
  const percent = shortNumber(100 * LEVEL)
  const tables = found.map(({ columns, levels, records, groups, condition }) => {
    const heads = ['masked', 'estimate', 'std. error', `${percent} % from`, 'to'].map((name) =>
      right(name, { rank: 0 }),
    )
    const rows = levels.map(({ level, masked, estimate, standardError, interval }) => [
      levelLabel(level),
      String(masked),
      significant(estimate, standardError),
      Number.isNaN(standardError) ? '–' : shortNumber(standardError),
      ...interval.map((end) => (Number.isNaN(end) ? '–' : significant(end, standardError))),
    ])
    const of = groups.length > 0 ? `, ${groups.length} groups` : ''
    const what = `${columns.join(' | ')}: ${records} records${of}, condition number ${shortNumber(condition)}`
    return `${flowed(what, screen, '  ')}\n${textTable([left('level', { rank: 0, wraps: true }), ...heads], rows, { screen })}`
  })
  return tables.join('\n\n')
}

/** Returns the estimates as JSON in the form of `estimateOutput`. */
export function estimatesJson(found: readonly VariableEstimates[]): unknown {
  const bounded = (value: number): number | null => (Number.isFinite(value) ? value : null)
  const levelsOf = (levels: readonly LevelEstimate[]): unknown =>
    levels.map(({ standardError, interval, ...rest }) => ({
      ...rest,
      standardError: bounded(standardError),
      interval: interval.map(bounded),
    }))
  return {
    level: LEVEL,
    variables: found.map(({ columns, records, leftOut, condition, exact, levels, groups }) => ({
      columns,
      records,
      leftOut,
      condition,
      exact,
      levels: levelsOf(levels),
      groups: groups.map((one) => ({ group: one.group, records: one.records, levels: levelsOf(one.levels) })),
    })),
  }
}

/** Returns a row for each level of each variable, in the whole file and in every group. */
export function estimatesCsv(found: readonly VariableEstimates[]): string {
  const rows = found.flatMap(({ columns, groups, levels, records }) =>
    [{ group: '', records, levels } satisfies GroupEstimates, ...groups].flatMap(({ group, levels: own }) =>
      own.map((one) => ({ ...one, variable: columns.join(' | '), group })),
    ),
  )
  const text = (of: (row: (typeof rows)[number]) => string | null): Column => categorical(rows.map(of))
  const number = (of: (row: (typeof rows)[number]) => number): Column => numeric(rows.map(of))
  return writeCsv(
    undefined,
    dataset([
      ['variable', text(({ variable }) => variable)],
      ['group', text(({ group }) => group || null)],
      ['level', text(({ level }) => levelLabel(level))],
      ['masked', number(({ masked }) => masked)],
      ['estimate', number(({ estimate }) => estimate)],
      ['standard error', number(({ standardError }) => standardError)],
      ['from', number(({ interval }) => interval[0])],
      ['to', number(({ interval }) => interval[1])],
    ]),
  )
}
