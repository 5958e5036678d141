import type { FileRisk } from '@sdc/engine'
import { fileScreen, left, painted, right, textTable, wrapped, type Screen } from '@sdc/report/tables'
import { counted, groupedNumber, named, numberText, percentText } from '../inspect/words.js'
import { verdictLine } from '../text/verdict-line.js'
import type { RiskReport } from './risk-report.js'
import { exposedText, riskAdvice, riskNext, riskVerdict, round } from './risk-words.js'

/**
 * Formats the risk of a file: identity disclosure, contribution of each quasi-identifier, most exposed records,
 * confidential columns, advice, verdict, and next commands.
 *
 * @param report - The report.
 * @param screen - Screen or file that the text must fit.
 * @returns The text. It contains values of single records, so only the file's owner may read it.
 */
export function riskText(report: RiskReport, screen: Screen = fileScreen): string {
  const { file, risk, unnamed } = report
  const heading = (text: string): string => painted(text, 'bold', screen)
  const part = (title: string, lines: readonly string[]): string[] =>
    lines.length === 0 ? [] : [[heading(title), ...lines].join('\n')]
  const listed = (lines: readonly string[]): string[] => lines.map((line) => indented(line, screen))
  return [
    heading(`${file}: ${personsOrRecords(risk)} before masking`),
    wrapped(
      'Internal: it shows the values that single out records. Only the owner of the file may read it.',
      screen.width,
    ),
    ...part('Identity disclosure', whoLines(report, screen)),
    ...part('Contribution of each quasi-identifier', keyTable(risk, screen)),
    ...part(
      'Most exposed records',
      listed(risk.fewKeys?.exposed.map((one) => exposedText(one, risk.fewKeys?.maxSize ?? 0)) ?? []),
    ),
    ...part('Known answers to a questionnaire', answerLines(report, screen)),
    ...part('Confidential columns', valueTable(risk, screen)),
    ...part('Columns without a role', listed(unnamedLines(report, unnamed))),
    ...part('Remedies', listed(riskAdvice(risk).map(({ text }) => text))),
    verdictLine(riskVerdict(report), screen),
    ...part(
      'Next',
      riskNext(report).map((line) => `  ${line}`),
    ),
  ].join('\n\n')
}

/** Number of persons, or of records without a person column. */
const personsOrRecords = ({ persons, records }: FileRisk): string =>
  persons === undefined ? counted(records, 'record') : counted(persons, 'person')

/** Least share of a column that a quasi-identifier must explain to be listed. */
const TELLS = 0.01

function indented(text: string, { width }: Screen): string {
  return `  ${wrapped(text, Math.max(width, 40), '    ').trimStart()}`
}

function whoLines({ risk, guessed, population }: RiskReport, screen: Screen): string[] {
  const { identity, fewKeys, keys, records, unit, k, weights } = risk
  if (identity === undefined) return []
  const room = Math.max(screen.width, 40)
  const isGuess = guessed.includes('quasi-identifier')
  const share = (count: number): string => percentText(count / records)
  const rows = [
    ['unique', groupedNumber(identity.unique), share(identity.unique)],
    ['in classes of fewer than 3', groupedNumber(identity.belowThree), share(identity.belowThree)],
    ...(k === 3 ? [] : [[`in classes of fewer than ${k}`, groupedNumber(identity.belowK), share(identity.belowK)]]),
    ['expected right guesses (1 / class size)', groupedNumber(identity.classes), percentText(identity.expected)],
    ...(fewKeys?.atMost ?? []).flatMap((count, s) =>
      s + 1 >= keys.length
        ? []
        : [
            [
              `${unit === 'combination' ? 'persons ' : ''}unique by ${s === 0 ? '1' : `at most ${s + 1}`} of them`,
              groupedNumber(count),
              percentText(count / (risk.persons ?? records)),
            ],
          ],
    ),
  ]
  const people = population && populationText(population, weights)
  return [
    wrapped(`By ${isGuess ? 'guessed ' : ''}quasi-identifiers: ${keys.join(', ')}`, room),
    textTable([left('', { rank: 0 }), right(`${unit}s`, { rank: 0 }), right('share', { rank: 0 })], rows, { screen }),
    ...(identity.missing > 0
      ? [
          wrapped(
            `${counted(identity.missing, 'record')} lack a quasi-identifier: missing counts as a value of its own.`,
            room,
          ),
        ]
      : []),
    ...(fewKeys === undefined
      ? [wrapped('Records unique by few quasi-identifiers were not searched: too many combinations.', room)]
      : []),
    ...(people === undefined ? [] : [wrapped(people, room)]),
  ]
}

function answerLines({ risk: { answers, keys, persons }, guessed }: RiskReport, screen: Screen): string[] {
  if (answers === undefined) return []
  const { items, known, sets, unique, belowThree, expected, worst } = answers
  const of = guessed.includes('item') ? 'guessed items' : 'items'
  const by = keys.length === 0 ? '' : ' and the quasi-identifiers'
  const rows = [
    ['unique', percentText(unique)],
    ['in classes of fewer than 3', percentText(belowThree)],
    ['expected right guesses', percentText(expected)],
  ]
  const room = Math.max(screen.width, 40)
  return [
    wrapped(`By ${known} of ${items} ${of}${by}: mean over ${counted(sets, 'set')} of items`, room),
    textTable(
      [left('', { rank: 0 }), right(`share of ${persons === undefined ? 'records' : 'persons'}`, { rank: 0 })],
      rows,
      { screen },
    ),
    wrapped(`Worst set: ${worst.items.join(', ')}: ${percentText(worst.belowThree)} in classes of fewer than 3.`, room),
  ]
}

function populationText(
  { percent, reason, warnings }: NonNullable<RiskReport['population']>,
  weights: FileRisk['weights'],
): string {
  const of = weights === undefined ? '' : ` of ${numberText(Math.round(weights.sum))} (sum of ${weights.column})`
  const value =
    percent === null
      ? `Population uniques: no estimate: ${reason ?? 'no reason given'}`
      : `Population uniques: ${percentText(percent / 100)} of the population${of}, an estimate`
  return `${[value, ...warnings].join('; ')}.`
}

function keyTable({ identity, records }: FileRisk, screen: Screen): string[] {
  if (identity === undefined) return []
  const hasMissing = identity.keys.some(({ missing }) => missing > 0)
  const rows = identity.keys.map(({ key, levels, missing, alone, without }) => [
    key,
    groupedNumber(levels),
    ...(hasMissing ? [groupedNumber(missing)] : []),
    groupedNumber(alone),
    groupedNumber(without),
    percentText(without / records),
  ])
  const columns = [
    left('column', { rank: 0 }),
    right('values'),
    ...(hasMissing ? [right('missing', { rank: 2 })] : []),
    right('unique by it alone'),
    right('unique without it', { rank: 0 }),
    right('share', { rank: 0 }),
  ]
  return [textTable(columns, rows, { screen })]
}

function valueTable({ values }: FileRisk, screen: Screen): string[] {
  if (values.length === 0) return []
  const times = (value: number | null | undefined): string => (value == null ? '' : `× ${numberText(round(value))}`)
  const rows = values.map(({ column, present, once, numbers, level }) => [
    column,
    present === 0 ? '–' : percentText(once),
    numbers?.zeros == null ? '' : percentText(numbers.zeros),
    times(numbers?.overSecond),
    times(numbers?.overP95),
    numbers?.toldBy == null || numbers.toldBy.share < TELLS
      ? ''
      : `${numbers.toldBy.key} ${percentText(numbers.toldBy.share)}`,
    level === undefined ? '' : `${level.level} ${percentText(level.share)}`,
  ])
  const columns = [
    left('column', { rank: 0 }),
    right('occur once', { rank: 0 }),
    right('zeros'),
    right('second', { group: 'greatest over' }),
    right('95 % point', { group: 'greatest over' }),
    left('predicted best by', { rank: 2 }),
    left('most frequent', { rank: 2 }),
  ]
  const kept = columns.map((_, j) => j).filter((j) => j < 2 || rows.some((row) => row[j] !== ''))
  return [textTable(kept.map((j) => columns[j]), rows.map((row) => kept.map((j) => row[j])), { screen })] // oxfmt-ignore
}

function unnamedLines({ guessed }: RiskReport, unnamed: RiskReport['unnamed']): string[] {
  const taken = guessed.flatMap((role) => {
    const names = unnamed.filter(({ suggested }) => suggested === role).map(({ column }) => column)
    return names.length === 0 ? [] : [`assumed ${role}, by name and values: ${named(names)}`]
  })
  const others = unnamed.filter(({ suggested }) => !guessed.some((role) => role === suggested))
  return [
    ...taken,
    ...(others.length === 0
      ? []
      : [
          `not assessed: ${named(others.map(({ column, suggested }) => (suggested === null ? column : `${column} (${suggested}?)`)))}`,
        ]),
  ]
}
