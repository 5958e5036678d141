import { textTable, wrapped, type TextColumn } from '@sdc/report'
import { checkName } from './before.js'
import type { Paper, PaperOptions, PaperTable } from './paper.js'
import { paperTables, type TablesMade } from './paper-tables.js'
import { placesText } from './render.js'
import { placeCounts, placeProblems, summarise, type PlaceCount, type Summary } from './summary.js'
import { verdictOf } from './verdict.js'

/** Summaries of one paper with several seeds. */
export interface SeedRuns {
  readonly paper: Paper
  readonly runs: readonly SeedRun[]
  /** Parts that are left out. */
  readonly left: readonly string[]
  /** Counts by place; none if a part is left out. */
  readonly places: readonly PlaceCount[]
  /** Problems of the counts by place. */
  readonly problems: readonly string[]
}

export interface SeedRun {
  readonly seed: string
  readonly tables: readonly PaperTable[]
  readonly summary: Summary
  /** Names of the values that differ. */
  readonly differing: readonly string[]
}

/**
 * Makes the tables of a paper once for each seed; those that do not depend on it once.
 *
 * @param paper - the paper
 * @param isNamed - false to leave out long parts that do not depend on the seed
 * @param options - registry and masks of the runs
 * @param seeds - random seeds
 * @param progress - receives a line before each run
 * @returns a run for each seed
 */
export async function runSeeds(
  paper: Paper,
  isNamed: boolean,
  options: PaperOptions,
  seeds: readonly string[],
  progress: (line: string) => void,
): Promise<SeedRuns> {
  const made: TablesMade = new Map()
  const parts = paper.parts.filter(({ long, deterministic }) => isNamed || !(long && deterministic))
  const left = paper.parts.filter((part) => !parts.includes(part)).map(({ name }) => name)
  const runs: SeedRun[] = []
  for (const [i, seed] of seeds.entries()) {
    progress(`paper ${paper.id}, seed ${seed} (${i + 1} of ${seeds.length})`)
    const tables = await paperTables({ ...paper, parts }, { ...options, seed }, undefined, made)
    runs.push({ seed, tables, summary: summarise(tables), differing: differingIn(tables) })
  }
  const places = left.length > 0 ? [] : placeCounts(paper, runs[0]?.tables ?? [])
  return { paper, runs, left, places, problems: placeProblems(places) }
}

function differingIn(tables: readonly PaperTable[]): string[] {
  return tables.flatMap((table) =>
    table.rows.flatMap(({ checks }, r) =>
      checks.flatMap((check, c) =>
        check === null || verdictOf(check) !== 'differs'
          ? []
          : [`${checkName(table, r, c)}: ${check.ours}, printed ${check.printed}`],
      ),
    ),
  )
}

/** Formats the runs as a table with a row for each seed, the counts by place, and a sentence. */
export function renderSeeds({ paper, runs, left, places, problems }: SeedRuns): string {
  const numbers = [
    'compared',
    'exact',
    'in range',
    'outlying',
    'misprint',
    'disputed',
    'biased',
    'not reprod.',
    'differ',
  ]
  const columns: TextColumn[] = [
    { name: 'seed', align: 'right' },
    ...numbers.map((name) => ({ name, align: 'right' }) as const),
    { name: 'outcome', align: 'left' },
  ]
  const rows = runs.map(({ seed, summary: { counts, compared, outcome } }) => [
    seed,
    ...[
      compared,
      counts.exact,
      counts['in range'],
      counts.outlying,
      counts.misprint,
      counts.disputed,
      counts['known bias'],
      counts['not reproducible'],
      counts.differs,
    ].map(String),
    outcome,
  ])
  const failed = runs.filter(({ summary }) => !summary.passed)
  const lines = [
    ...runs.flatMap(({ seed, differing }) => differing.map((name) => `seed ${seed}: ${name}`)),
    ...problems,
  ]
  const result =
    failed.length === 0
      ? `Paper ${paper.id}: every one of ${runs.length} seeds passes.`
      : `Paper ${paper.id}: ${failed.length} of ${runs.length} seeds fail.`
  return [
    `Paper ${paper.id}: ${paper.citation}`,
    textTable(columns, rows),
    left.length === 0
      ? placesText(places)
      : `Left out, since they take long and do not depend on the seed: ${left.join(', ')} (papers ${paper.id} --seeds).`,
    ...(lines.length > 0 ? [lines.map((line) => wrapped(line, 100)).join('\n')] : []),
    result,
  ].join('\n\n')
}
