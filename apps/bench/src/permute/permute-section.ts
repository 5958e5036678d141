import { left, right } from '@sdc/report'
import { mean } from '@sdc/stats'
import { markdownTable } from '../speed/report/benchmarks-file.js'
import { machineText, type Machine } from '../speed/measure/machine.js'
import { significant } from '../speed/report/report-tables.js'
import type { PermuteCase } from './permute-cases.js'
import type { PermuteRun } from './permute-run.js'

export const permuteHeading = '## Permutation search'

/** A case with its runs. */
export interface PermuteRow {
  readonly of: PermuteCase
  readonly runs: readonly PermuteRun[]
}

const columns = [
  left('file'),
  left('masking'),
  left('same values'),
  ...['Pearson', 'Spearman', 'mean', 'to', 'CPU s', 'with bounds', 'proposals'].map((name) => right(name)),
  left('bounds held'),
  right('score'),
]

/** The section of the committed file: a row a case, values of several masked files each. */
export function permuteSection(rows: readonly PermuteRow[], machine: Machine): string {
  const seeds = Math.max(...rows.map(({ runs }) => runs.length))
  const lines = rows.map(({ of, runs }) => {
    const same = runs.filter(({ sameValues }) => sameValues).length
    return [
      of.file,
      of.masking,
      `${same} of ${runs.length}`,
      fall(runs, 'pearson'),
      fall(runs, 'spearman'),
      fall(runs, 'loss'),
      `1/${Math.min(...runs.map(({ before, after }) => before.loss / after.loss)).toFixed(0)}`,
      significant(Math.max(...runs.map(({ unbounded }) => unbounded))),
      significant(Math.max(...runs.map(({ seconds }) => seconds))),
      millions(Math.max(...runs.map(({ proposals }) => proposals))),
      heldText(runs),
      scoreText(runs),
    ]
  })
  return [
    permuteHeading,
    '`optimize/permute` with its defaults after seven maskings; those that change a marginal are reverse-mapped first. ' +
      `${seeds} masked files a row, each of other random numbers. Written by \`npx -y pnpm@12.21.0 -s bench permute --renew ` +
      `BENCHMARKS.md\`. Machine: ${machineText(machine)}.`,
    [
      '- same values: in how many files every column has the values of the original, bit for bit.',
      '- Pearson, Spearman, mean: the greatest error of a correlation, of a rank correlation, and the mean of the former ' +
        '(loss/correlation), before → after: the greatest over the files; to: what share of itself the mean is at least ' +
        'brought down to in each.',
      '- CPU s, with bounds, proposals: of the slowest search without bounds, and with them and their measurement; the ' +
        'proposals of the latter in millions.',
      '- bounds held: in how many files all default bounds hold, measured afresh, and which do not in how many of the others; ' +
        'in how many the target is missed, because the last file that held the bounds is returned or nothing got better.',
      '- score: score/sebe by truth identity, before → after, means.',
    ].join('\n'),
    `${markdownTable(columns, lines)}\n`,
  ].join('\n\n')
}

function fall(runs: readonly PermuteRun[], name: 'pearson' | 'spearman' | 'loss'): string {
  const greatest = (at: 'before' | 'after'): number => Math.max(...runs.map((run) => run[at][name]))
  return `${greatest('before').toPrecision(2)} → ${greatest('after').toPrecision(2)}`
}

function millions(count: number): string {
  return significant(count / 1e6)
}

/** Rounding of sums: so little above its limit a value is at it. */
const ROUNDING = 1e-9

/** The bounds that a file does not hold. */
export function brokenBounds({ bounds }: PermuteRun): string[] {
  return bounds.filter(({ value, most }) => !(value <= most + ROUNDING * Math.max(1, most))).map(({ metric }) => metric)
}

function heldText(runs: readonly PermuteRun[]): string {
  const broken = runs.map(brokenBounds)
  const held = broken.filter((names) => names.length === 0).length
  const missed = runs.filter(({ reached }) => !reached).length
  const names = [...new Set(broken.flat())]
  const each = names.map(
    (name) => `${name.replace('risk/', '')} not in ${broken.filter((one) => one.includes(name)).length}`,
  )
  const target = missed > 0 ? [`target not reached in ${missed}`] : []
  const otherwise = runs.filter(({ saysHeld }, r) => saysHeld !== (broken[r].length === 0)).length
  const doubt = otherwise > 0 ? [`the search says otherwise in ${otherwise}`] : []
  return [`${held} of ${runs.length}`, ...each, ...target, ...doubt].join('; ')
}

function scoreText(runs: readonly PermuteRun[]): string {
  const of = (at: 'before' | 'after'): string => {
    const values = runs.flatMap((run) => run[at].score ?? [])
    return values.length < runs.length ? '–' : mean(Float64Array.from(values)).toFixed(1)
  }
  return `${of('before')} → ${of('after')}`
}
