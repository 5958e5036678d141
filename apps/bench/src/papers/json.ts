import type { Paper, PaperTable } from './paper.js'
import type { PlaceCount, Summary } from './summary.js'
import { verdictOf } from './verdict.js'

/**
 * Returns the JSON of a paper for `papers --json`: its tables row by row, every check with its verdict.
 *
 * @param paper - the paper
 * @param tables - its tables
 * @param summary - counts of their verdicts
 * @param places - counts by place, if all tables are made
 * @returns a plain object
 */
export function paperJson(
  { id, citation }: Paper,
  tables: readonly PaperTable[],
  { passed, outcome, counts, compared }: Summary,
  places?: readonly PlaceCount[],
): Readonly<Record<string, unknown>> {
  return {
    id,
    citation,
    passed,
    outcome,
    counts,
    compared,
    ...(places === undefined ? {} : { places }),
    tables: tables.map((table) => ({
      id: table.id,
      title: table.title,
      sentence: table.sentence,
      rows: table.rows.map((row) => ({
        given: table.given.map((name, j) => ({ name, value: row.given[j] })),
        checks: row.checks.flatMap((check, c) => {
          if (check === null) return []
          const { ours, printed, derived, reason, own, misprint, disagreement, notCompared, before } = check
          return [
            {
              name: table.checks[c],
              ours,
              printed,
              verdict: verdictOf(check),
              ...(derived === undefined ? {} : { derived }),
              ...(reason === undefined ? {} : { reason }),
              ...(own === undefined ? {} : { own }),
              ...(misprint === undefined ? {} : { misprint }),
              ...(disagreement === undefined ? {} : { disagreement }),
              ...(notCompared === undefined ? {} : { notCompared }),
              ...(before === undefined ? {} : { before }),
              ...(check.again === undefined ? {} : { again: true }),
            },
          ]
        }),
      })),
      notes: table.notes ?? [],
    })),
  }
}
