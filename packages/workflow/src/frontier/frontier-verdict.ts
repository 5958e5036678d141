import { boundText, limitKey, shortNumber, unitText, type Limit } from '@sdc/engine'
import type { AtEnd, BoundEffect, Frontier, FrontierRow, Spread } from './frontier.js'

/** The verdict of a search in words: what was tried, the choice, how sure it is, what else is on the front, what binds. */
export function frontierVerdict(frontier: Omit<Frontier, 'verdict'>): string {
  const { comparison, chosen } = frontier
  return [
    triedText(frontier),
    comparison.verdict,
    ...(chosen ? freshText(chosen, frontier) : []),
    ...gridText(frontier),
    ...scoreText(frontier),
    ...kneeText(frontier),
    ...boundTexts(frontier),
    ...methodsText(frontier),
    ...frontier.atEnd.map(endText),
    ...(frontier.seed === undefined || frontier.gridCut !== undefined
      ? []
      : [`The same again: --generations ${frontier.planned} --seed ${frontier.seed}.`]),
  ].join(' ')
}

function triedText({ cloud, grid, gridCut, generations, planned, runs }: Omit<Frontier, 'verdict'>): string {
  const failed = cloud.filter(({ failure }) => failure !== undefined).length
  const searched = generations === 0 ? 'no generation beyond it' : `${count(generations, 'generation')} after it`
  const short = generations < planned ? ', where nothing was left to try' : ''
  const usual =
    gridCut === undefined
      ? `the usual grid of ${grid}`
      : `the simplest ${grid} of the usual grid, which the budget ended after ${gridCut.done} of up to ${gridCut.runs} runs,`
  const impossible = failed > 0 ? ` ${failed} of them could not be made or measured.` : ''
  return `${count(cloud.length, 'candidate')} were tried in ${count(runs, 'run')}: ${usual} and ${searched}${short}.${impossible} The final table has the front, and what else is named here.`
}

/** How sure the choice is, by runs that had no part in it. */
function freshText({ fresh, row }: FrontierRow, { comparison: { axes } }: Omit<Frontier, 'verdict'>): string[] {
  if (!fresh) return [`${row.label} was not run afresh.`]
  if (fresh.risk.next === null) return ['It draws no random numbers: every run gives the same file.']
  const [risk, loss] = [axes.risk, axes.loss].map((metric, i) => {
    const { mean, sd, next }: Spread = i === 0 ? fresh.risk : fresh.loss
    const between = next ? `${shortNumber(next[0])} to ${unitText(next[1], metric)}` : 'unknown'
    return `${metric.id} ${unitText(mean, metric)} (standard deviation ${shortNumber(sd ?? 0)}; a further draw lies in ${between} with 99 % probability)`
  })
  return [`In ${fresh.risk.runs} fresh runs, which had no part in the choice, it has ${risk} and ${loss}.`]
}

/** What the search gained over the quick grid, by fresh runs of both. */
function gridText({ gridBest, chosen, comparison: { axes, limits } }: Omit<Frontier, 'verdict'>): string[] {
  if (!gridBest?.fresh || !chosen?.fresh) return []
  if (gridBest.id === chosen.id) return ['Nothing better was found than the best of the usual grid.']
  const of = ({ fresh }: FrontierRow): string =>
    fresh
      ? `${axes.risk.id} ${unitText(fresh.risk.mean, axes.risk)} and ${axes.loss.id} ${unitText(fresh.loss.mean, axes.loss)}`
      : ''
  const name =
    limits.length > 0 ? 'The best of the usual grid by the same bounds' : 'The best of the usual grid by the same rule'
  return [`${name} is ${gridBest.row.label}, with ${of(gridBest)} in fresh runs.`]
}

/** The least score, where something else was chosen, beside that of the grid. */
function scoreText({ leastScore, gridLeastScore, chosen, comparison }: Omit<Frontier, 'verdict'>): string[] {
  const { axes, limits } = comparison
  if (limits.length > 0 || axes.risk.unit !== axes.loss.unit || !leastScore?.fresh) return []
  const score = ({ fresh }: FrontierRow): string => (fresh ? scoreOf(fresh.score) : '')
  const of = leastScore.id === chosen?.id ? 'The choice' : leastScore.row.label
  const grid =
    gridLeastScore?.fresh && gridLeastScore.id !== leastScore.id
      ? `; the best of the usual grid by that, ${gridLeastScore.row.label}, has ${score(gridLeastScore)}`
      : ''
  return [`${of} has the least score (risk + loss)/2 of all, ${score(leastScore)} in fresh runs${grid}.`]
}

function scoreOf({ mean, sd }: Spread): string {
  return sd === null ? shortNumber(mean) : `${shortNumber(mean)} (standard deviation ${shortNumber(sd)})`
}

function kneeText({ knee, chosen, rows, comparison: { axes } }: Omit<Frontier, 'verdict'>): string[] {
  const front = rows.filter(({ isFront }) => isFront).length
  const size = `The front has ${count(front, 'candidate')}, one of each box of risk and loss`
  if (!knee) return [`${size}, and no knee.`]
  const high = knee.row.high.length > 0 ? ` (high: ${knee.row.high.join(', ')})` : ''
  if (knee.id === chosen?.id) return [`${size}; the choice is its knee.`]
  const [risk, loss] = [axes.risk, axes.loss].map((metric) => {
    const value = knee.row.metrics.get(metric.id)?.mean ?? null
    return `${metric.id} ${value === null ? 'without a value' : unitText(value, metric)}`
  })
  return [
    `${size}; its knee, beyond which less of one costs more of the other, is ${knee.row.label}, with ${risk} and ${loss}${high}.`,
  ]
}

/** The bound that binds: that which keeps better candidates from being chosen, most of them by itself. */
function boundTexts({ bounds, chosen }: Omit<Frontier, 'verdict'>): string[] {
  if (bounds.length === 0) return []
  const binding = bounds
    .filter(({ excludes }) => excludes > 0)
    .sort((a, b) => b.alone - a.alone || b.excludes - a.excludes)
  if (binding.length === 0) return ['No bound binds: nothing better is beyond any of them.']
  const [first, ...others] = binding
  const also = others.map((one) => `${nameOf(one.limit)} (${excludedText(one)})`)
  const better = chosen ? 'candidates that would be better' : 'candidates'
  return [
    `What binds is ${nameOf(first.limit)} ${boundText(first.limit)}: ${first.excludes} ${better} are beyond it, ${first.alone} of them beyond nothing else${nearText(first)}${also.length > 0 ? `; also ${also.join(', ')}` : ''}.`,
  ]
}

function nearText({ limit, value }: BoundEffect): string {
  return value === null ? '' : `; the choice has ${unitText(value, limit.metric)} in its worst run`
}

function excludedText({ excludes, alone }: BoundEffect): string {
  return `${excludes}, ${alone} of them alone`
}

function nameOf(limit: Limit): string {
  return limitKey(limit)
}

/** Which methods are on the front, and which are beaten by it. */
function methodsText({ methods }: Omit<Frontier, 'verdict'>): string[] {
  const on = methods.filter(({ onFront }) => onFront > 0).sort((a, b) => b.onFront - a.onFront)
  const beaten = methods.filter(({ onFront, beatenBy }) => onFront === 0 && beatenBy !== undefined)
  const failed = methods.filter(({ tried, failed: none }) => tried > 0 && none === tried)
  const names = on.map(({ family, onFront }) => `${family} (${onFront})`).join(', ')
  const by = new Map<string, string[]>()
  for (const { beatenBy = '', family } of beaten) by.set(beatenBy, [...(by.get(beatenBy) ?? []), family])
  const texts = [...by].map(([winner, families]) => `${winner} beats the best of ${families.join(', ')} on both axes`)
  return [
    ...(on.length > 0 ? [`On it are ${names}.`] : []),
    ...(texts.length > 0 ? [`${texts.join('; ')}.`] : []),
    ...(failed.length > 0 ? [`Not possible on this file: ${failed.map(({ family }) => family).join(', ')}.`] : []),
  ]
}

function endText({ use, parameter, value, end, from, now, fixed }: AtEnd): string {
  const side = end === 'least' ? 'least' : 'most'
  const at = end === 'least' ? 0 : 1
  const name = `${parameter} = ${shortNumber(value)} of ${use}`
  const beyond = end === 'least' ? value < from[0] : value > from[1]
  if (fixed && value === now[at]) return `${name} is the ${side} that it may be.`
  if (value === now[at] && !beyond)
    return `${name} is the ${side} of the range it was searched in: there may be better beyond it.`
  if (beyond)
    return `${name} is beyond the usual range (${shortNumber(from[0])} to ${shortNumber(from[1])}), which was widened to ${shortNumber(now[at])}${value === now[at] ? ', and at its end again' : ''}.`
  return `${name} is the ${side} of the usual range; that was widened to ${shortNumber(now[at])}, and nothing better found there.`
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? '' : 's'}`
}
