import { shortNumber } from '@sdc/engine'
import { fileScreen, flowed, left, right, textTable, type Screen } from '@sdc/report/tables'
import { choiceSentence } from '../compare/choice-sentence.js'
import { comparisonTables } from '../compare/comparison-text.js'
import { verdictLine } from '../text/verdict-line.js'
import type { Frontier, FrontierRow, Spread } from './frontier.js'

/**
 * The result of a search for people: the table of a comparison, the fresh runs, the verdict.
 *
 * @param frontier - What was found.
 * @param screen - What it is printed on; by default a file.
 * @returns The text.
 */
export function frontierText(frontier: Frontier, screen: Screen = fileScreen): string {
  const { comparison, rows, verdict } = frontier
  const { axes } = comparison
  const table = comparisonTables(comparison, screen)
  const fresh = rows.filter((row) => row.fresh)
  const heading = [
    right('#', { rank: 0 }),
    left('', { rank: 0 }),
    left('fresh runs, which had no part in the choice', { rank: 0, least: 24, wraps: true }),
  ]
  const columns = [axes.risk, axes.loss].flatMap(({ id, unit }) => {
    const [group, name] = id.split('/')
    return [
      { group, name: `${name} (${unit})`, align: 'right' as const, rank: 0 },
      { group: ' ', name: 'a further draw', align: 'right' as const },
    ]
  })
  const measured = comparison.rows.filter((row) => !row.error)
  const lines = fresh.map((one) => [
    String(measured.indexOf(one.row) + 1),
    marks(one),
    one.row.label,
    ...(one.fresh ? [one.fresh.risk, one.fresh.loss].flatMap(spreadTexts) : []),
  ])
  return [
    table,
    ...(lines.length > 0
      ? [
          '',
          textTable([...heading, ...columns], lines, { screen }),
          '',
          flowed(
            '=> the choice   k the knee   f on the front   mean ± standard deviation; a further draw lies there with 99 % probability',
            screen,
          ),
        ]
      : []),
    '',
    flowed(verdict, screen),
    '',
    verdictLine(choiceSentence(comparison), screen),
  ].join('\n')
}

function marks({ row, isFront, isKnee }: FrontierRow): string {
  return `${row.chosen ? '=>' : ''}${isKnee ? 'k' : isFront ? 'f' : ''}`
}

function spreadTexts({ mean, sd, next }: Spread): string[] {
  return [
    sd === null ? shortNumber(mean) : `${shortNumber(mean)} ± ${shortNumber(sd)}`,
    next === null ? 'the same' : `${shortNumber(next[0])} to ${shortNumber(next[1])}`,
  ]
}
