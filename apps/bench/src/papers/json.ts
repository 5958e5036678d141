import type { Paper, PaperTable } from './paper.js'
import type { Summary } from './summary.js'
import { verdictOf } from './verdict.js'

/** What `papers --json` prints for a paper: its tables row by row, every check with its verdict. */
export function paperJson(
  { id, citation }: Paper,
  tables: readonly PaperTable[],
  { passed, counts }: Summary,
): Readonly<Record<string, unknown>> {
  return {
    id,
    citation,
    passed,
    counts,
    tables: tables.map((table) => ({
      id: table.id,
      title: table.title,
      sentence: table.sentence,
      rows: table.rows.map((row) => ({
        given: table.given.map((name, j) => ({ name, value: row.given[j] })),
        checks: row.checks.flatMap((check, c) => {
          if (check === null) return []
          const { ours, printed, derived, reason, own, misprint, disagreement, notCompared } = check
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
            },
          ]
        }),
      })),
      notes: table.notes ?? [],
    })),
  }
}
