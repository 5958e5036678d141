import { rowsOf, type Row, type Setting } from './row.fixture.js'

/** Weights, sampling fractions and quasi-identifiers for which no risk of a sample can be computed. */
export function sampledRows({ work, out }: Setting): Row[] {
  const schema = work.write(
    'sampled.yaml',
    'columns: { a: { role: quasi-identifier }, b: { role: quasi-identifier }, x: { role: confidential }, w: { role: weight } }',
  )
  const file = (name: string, ...weights: readonly (number | string)[]): string =>
    work.write(name, ['a,b,x,w', ...weights.map((w, i) => `${i % 2},${i % 3},${i},${w}`)].join('\n') + '\n')
  const good = file('sampled-good.csv', 9, 9, 9, 9, 9, 9, 9)
  const risks = ['risk/individual-risk', 'risk/suda'] as const
  const measure = (masked: string, metric: string, ...more: readonly string[]): string[] => [
    'measure',
    good,
    masked,
    '--columns',
    'x',
    '--schema',
    schema,
    '--metrics',
    metric,
    ...more,
  ]
  const weights: readonly (readonly [string, string, string, RegExp])[] = [
    ['missing', file('w-missing.csv', 9, '', 9, 9, 9, 9, 9), 'WRONG_INPUT', /the weight "w" of record 2 is missing/],
    ['negative', file('w-negative.csv', 9, 9, -2, 9, 9, 9, 9), 'WRONG_INPUT', /the weight "w" of record 3 is -2/],
    ['text', file('w-text.csv', 9, 'many', 9, 9, 9, 9, 9), 'NOT_NUMERIC', /"w" is not numeric.*"many"/],
  ]
  const keys = Array.from({ length: 31 }, (_, j) => `k${j}`)
  const wide = work.write(
    'many-keys.csv',
    [keys.join(','), ...[0, 1].map((i) => keys.map(() => i).join(','))].join('\n') + '\n',
  )
  const calibrate = (name: string, ...lines: readonly string[]): string[] => {
    const margins = work.write(name, `column,category,total\n${lines.join('\n')}\n`)
    return ['weights', 'calibrate', good, '--margins', margins, '-o', out]
  }
  const sets = (...more: readonly string[]): string[] => ['measure', wide, wide, '--metrics', 'risk/suda', ...more]
  return [
    ...weights.flatMap(([what, path, code, message]) =>
      risks.map((metric): Row => [`${metric}: weights that are ${what}`, measure(path, metric), code, message]),
    ),
    ...risks.flatMap((metric): Row[] =>
      ['0', '1.5'].map((fraction) => [
        `${metric}: a sampling fraction of ${fraction}`,
        measure(good, metric, '--set', `${metric.slice(5)}.samplingFraction=${fraction}`),
        'BAD_PARAMETER',
        /samplingFraction must be a number > 0 and <= 1/,
      ]),
    ),
    ...rowsOf`
      weights calibrate: no totals | weights calibrate ${good} -o ${out} |  | /--margins <file>/
      weights calibrate: bounds that are one number | ${calibrate('m-one.csv', 'region,north,3')} --bounds 3 |  | /it is not two numbers, such as 0\.3,3/
      weights calibrate: bounds that exclude 1 | ${calibrate('m-ex.csv', 'a,0,3')} --bounds 2,3 | BAD_OPTION | /bounds of the factors are 2 and 3/
      weights calibrate: bounds that are infinite | ${calibrate('m-inf.csv', 'a,0,3')} --bounds 0,1e999 |  | /it is not a decimal number/
      weights calibrate: logit without bounds | ${calibrate('m-lg.csv', 'a,0,3')} --method logit | BAD_OPTION | /needs bounds/
      weights calibrate: an unknown method | ${calibrate('m-un.csv', 'a,0,3')} --method ridge |  | /raking, linear, logit/
      weights calibrate: a category of no record | ${calibrate('m-no.csv', 'a,0,3', 'a,7,3')} | INFEASIBLE | /"7" is 3, but no record has that category/
      weights calibrate: an unknown column | ${calibrate('m-col.csv', 'job,0,3')} | UNKNOWN_COLUMN | /no column "job"/
      weights calibrate: an unknown weight | ${calibrate('m-w.csv', 'a,0,3')} --weight job | UNKNOWN_COLUMN | /no column "job"/
      weights margins: no columns | weights margins ${good} | NO_COLUMNS | /no margin is named/
      weights margins: an unknown column | weights margins ${good} --columns job | UNKNOWN_COLUMN | /no column "job"/
      weights margins: a sum of texts | weights margins ${work.write('sampled-texts.csv', 't\nx\ny\n')} --sums t | NOT_NUMERIC | /"t" is not numeric/
      risk/suda: missing keys that count a part | ${measure(good, 'risk/suda')} --set suda.missing=share | BAD_PARAMETER | /a set of quasi-identifiers is either unique or not/
      risk/suda: more keys than it takes | ${sets()} --quasi-identifiers ${keys.join(',')} | BAD_PARAMETER | /the file has 31 quasi-identifiers; risk\/suda accepts at most 30/
      risk/suda: more sets than it looks at | ${sets()} --quasi-identifiers ${keys.slice(0, 30).join(',')} --set suda.maxSize=9 | BAD_PARAMETER | /30 quasi-identifiers have \d+ sets of up to 9.*maxSize: 6/s
    `,
  ]
}
