import { unitText, type Comparison } from '@sdc/engine'

/**
 * What a comparison comes to, in one sentence, as the last line that is printed: the choice with its place on the map, and
 * what is high of it.
 *
 * @param comparison - What was compared.
 * @returns The sentence.
 */
export function choiceSentence({ rows, axes, limits }: Pick<Comparison, 'rows' | 'axes' | 'limits'>): string {
  const chosen = rows.find((row) => row.chosen)
  const measured = rows.filter((row) => !row.error).length
  const count = `${measured} ${measured === 1 ? 'candidate' : 'candidates'}`
  if (!chosen) return `Verdict: none of ${count} can be chosen.`
  const [risk, loss] = [axes.risk, axes.loss].map((metric) => {
    const value = chosen.metrics.get(metric.id)?.mean ?? null
    return `${metric.id} ${value === null ? 'without a value' : unitText(value, metric)}`
  })
  const place = `${risk} and ${loss}`
  const high = chosen.high.length === 0 ? '' : `; high: ${chosen.high.join(', ')}`
  // Where limits decide, what is high may be chosen by them; else it is because everything is high.
  const how = high === '' || limits.length > 0 ? `of ${count} choose` : `the least bad of ${count} to choose is`
  return `Verdict: ${how} ${chosen.label}, with ${place}${high}.`
}
