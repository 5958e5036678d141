/**
 * Analytic validity: checks of statistics that an analyst would compute from the masked file instead of the original.
 *
 * Loss = 100 · failed/checks. A check is kept if |θ' − θ| ≤ tolerance. Means, covariances (on the whole file and on
 * subdomains) and five quantiles of each column are in standard deviations; distributions of columns and tabulations of
 * categories as a share of records. Source: Winkler 1998, as quoted by Torra 2013.
 */
import { defineMetric, type Measurement, type MeasureInput } from '@sdc/core'
import { figures, leftOut, notUsed, table, unmeasured } from '@sdc/toolkit'
import * as z from 'zod'
import { standardisedFiles } from '../pil/standardised-files.js'
import { subdomains } from './subdomains.js'
import {
  distributionChecks,
  marginalCheck,
  momentChecks,
  categoricalPair,
  tabulationCheck,
  validitySections,
  type CategoricalPair,
  type ValidityCheck,
} from './validity-checks.js'
import { lossInPercent } from '../card-facts.js'

const params = z.object({
  subdomains: z
    .array(z.string())
    .default([])
    .meta({
      description:
        'Columns whose categories define the subdomains; by default the given columns and the categorical ' +
        'quasi-identifiers.',
    }),
  tolerance: z.number().min(0).default(0.1).meta({
    description: 'Maximum change of a mean, a quantile, or a covariance (in products of two).',
    unit: 'standard deviations of the subdomain',
  }),
  shareTolerance: z.number().min(0).max(1).default(0.05).meta({
    description: 'Maximum change of a distribution or a tabulation: share of records that would have to be elsewhere.',
    unit: 'share of records',
  }),
  least: z.number().int().min(2).default(10).meta({
    description: 'Minimum number of original records of a subdomain; the metric omits smaller ones.',
    unit: 'records',
  }),
  variables: z.number().int().min(1).default(6).meta({
    description: 'Number of columns that must pass all checks for the file to be analytically interesting.',
    unit: 'columns',
  }),
})

type ValidityParams = z.infer<typeof params>

export const analyticValidityMetric = defineMetric({
  id: 'loss/analytic-validity',
  title: 'Analytic validity',
  summary:
    'Share of failed checks of means and covariances on subdomains, of marginal distributions and tabulations, and ' +
    'of quantiles.',
  brief: [
    'So many of 100 checks of means, covariances and quantiles failed.',
    'The checks are general; your users’ analysis may need others.',
  ],
  formula: "100 · #{checks with |θ' − θ| > tolerance} / #{checks}",
  source: [
    { key: 'winkler-1998', where: 'what makes microdata analytically valid' },
    { key: 'torra-2013', where: 'information loss measures' },
  ],
  notes: [
    {
      topic: 'interpretation',
      text:
        'The table checks has every line with its numbers, the failed ones first. The table rule has the number of ' +
        'columns that pass all their checks. A file is called analytically interesting if six or more do (parameter ' +
        'variables); this is not part of the value.',
    },
    {
      topic: 'choices',
      text:
        'The source names the three sorts of checks and no tolerance. Here a mean may change by a tenth of the ' +
        "original's standard deviation in the subdomain, and a covariance by a tenth of the product of two. A quantile " +
        "(5, 25, 50, 75, 95 %) may change by a tenth of the whole column's, and a distribution by 5 % of the records.",
    },
    {
      topic: 'choices',
      text:
        'Subdomains are the whole file and the categories of a column, one column at a time, the 20 largest of each. ' +
        'Masked records belong to the subdomain of their masked value. Tabulations are of every measured categorical ' +
        'column alone, and by every other column of subdomains.',
    },
    {
      topic: 'limits',
      text:
        'A check passes or fails: just within the tolerance is as good as equal. There are more covariances than other ' +
        'statistics, and they count as many lines. Properties outside the checks may be lost.',
    },
    {
      topic: 'missing',
      text:
        'Statistics use the complete records of each file; in tabulations missing is a category. A check fails if the ' +
        'original has the statistic and the masked file lacks it (an emptied subdomain, a column that became ' +
        'categorical). The metric omits and counts numeric columns that are constant in the original.',
    },
  ],
  ...lossInPercent,
  accepts: ['numeric', 'ordered', 'nominal'],
  files: 'whole',
  cost: { time: 'O(np² + np log n) for each column of subdomains' },
  params,
  needsFile: () => ({
    why:
      'it needs all values of each distribution in order, in the file and in every subdomain; loss/matrix-divergences ' +
      'and loss/hellinger run out of core',
  }),
  plan: () => ({ form: 'file', measure }),
})

function measure(input: MeasureInput<ValidityParams>): Measurement {
  const { original, masked, params: chosen } = input
  const isOf = (name: string, kind: string): boolean =>
    original.column(name).kind === kind && masked.column(name).kind === kind
  const numbers = standardisedFiles({ ...input, columns: input.columns.filter((name) => isOf(name, 'numeric')) })
  const found = subdomains(input, chosen.subdomains, chosen.least)
  const names = [...new Set([...input.columns, ...found.columns])]
  const pairs = new Map(
    names.flatMap((name): [string, CategoricalPair][] => {
      const [x, y] = [original.column(name), masked.column(name)]
      return x.kind === 'categorical' && y.kind === 'categorical' ? [[name, categoricalPair(name, x, y)]] : []
    }),
  )
  const checks: ValidityCheck[] = []
  found.domains.forEach((domain, d) => {
    input.tick(d / found.domains.length)
    checks.push(...momentChecks(numbers, domain, chosen))
  })
  checks.push(...distributionChecks(numbers, chosen))
  for (const name of input.columns)
    if (original.column(name).kind !== masked.column(name).kind)
      checks.push(marginalCheck(name, '', Number.NaN, chosen.shareTolerance))
  for (const one of input.columns.flatMap((name) => pairs.get(name) ?? [])) {
    checks.push(tabulationCheck(one, undefined, chosen))
    for (const other of found.columns.flatMap((name) => pairs.get(name) ?? []))
      if (other !== one) checks.push(tabulationCheck(one, other, chosen))
  }
  const counts = leftOut({
    'columns constant in the original': numbers.constant,
    [notUsed.emptyColumns]: numbers.empty,
    'subdomains with too few records': found.small,
    'subdomains beyond the 20 largest of a column': found.more,
    'columns of subdomains that are not categorical in the masked file': found.gone,
  })
  if (checks.length === 0 || original.rows < 2)
    return unmeasured(
      'no check is possible: it needs two original records or more, and a column that varies',
      0,
      new Map([['left-out', counts]]),
    )
  const columns = new Map(
    input.columns.map((name) => [
      name,
      percentFailed(checks.filter(({ column, beside }) => [column, beside].includes(name))),
    ]),
  )
  const valid = [...columns.values()].filter((percent) => percent === 0).length
  const subdomainsThere = found.domains.length - 1
  const warnings = [
    ...(valid < chosen.variables
      ? [
          `${valid} of ${columns.size} columns pass all their checks, fewer than the required ${chosen.variables} ` +
            '(variables)',
        ]
      : []),
    ...(subdomainsThere === 0
      ? ['no check used subdomains: no given column or quasi-identifier is categorical (name others by subdomains)']
      : []),
  ]
  return {
    value: percentFailed(checks),
    used: checks.length,
    columns,
    tables: new Map([
      ['sections', sectionTable(checks)],
      [
        'rule',
        figures({
          'columns that pass every check': valid,
          'columns required': chosen.variables,
          subdomains: subdomainsThere,
        }),
      ],
      ['checks', checkTable([...checks].sort((a, b) => Number(a.kept) - Number(b.kept)))],
      ['left-out', counts],
    ]),
    warnings,
  }
}

/** Returns the percentage of failed checks; null without checks. */
function percentFailed(checks: readonly ValidityCheck[]): number | null {
  if (checks.length === 0) return null
  return (100 * checks.filter(({ kept }) => !kept).length) / checks.length
}

function sectionTable(checks: readonly ValidityCheck[]): ReturnType<typeof table> {
  const of = validitySections.map((section) => checks.filter((one) => one.section === section))
  return table({
    section: validitySections,
    checks: Float64Array.from(of, (lines) => lines.length),
    failed: Float64Array.from(of, (lines) => lines.filter(({ kept }) => !kept).length),
    percent: Float64Array.from(of, (lines) => percentFailed(lines) ?? Number.NaN),
  })
}

function checkTable(checks: readonly ValidityCheck[]): ReturnType<typeof table> {
  const numbers = (of: (one: ValidityCheck) => number): Float64Array => Float64Array.from(checks, of)
  return table({
    check: checks.map(({ section }) => section),
    subdomain: checks.map(({ subdomain }) => subdomain),
    column: checks.map(({ column }) => column),
    beside: checks.map(({ beside }) => beside),
    original: numbers(({ original }) => original),
    masked: numbers(({ masked }) => masked),
    difference: numbers(({ difference }) => difference),
    kept: checks.map(({ kept }) => (kept ? 'yes' : 'no')),
  })
}
