import { messageText } from '@sdc/core'
import { tableContent } from '@sdc/files/formats'
import { bytesOf, readReleased, readSchema } from '@sdc/inspect'
import { referenceFile } from '@sdc/testing/reference'
import { describe, expect, it } from 'vitest'
import { dropped, textIn } from '../../../inspect/src/in-memory.fixture.js'
import { jsonSchemaOf } from '../json-schemas.js'
import { calibrateFile, type CalibrateOptions } from './calibrate-file.js'
import { calibratedJson, calibratedText } from './calibrated-output.js'
import { calibrateOutput } from './output.js'
import { marginsOfFile } from './margins.js'

interface ReferenceCase {
  readonly id: string
  readonly method: CalibrateOptions['method']
  readonly bounds?: readonly [number, number]
  readonly unit?: 'household'
  readonly data: Readonly<Record<string, readonly (string | number)[]>>
  readonly margins: readonly (readonly [string, string | null, number])[]
  readonly weights: readonly number[]
}

const encode: CalibrateOptions['encode'] = (source, data, origin) =>
  tableContent({ format: 'csv', compressed: false }, source, data, origin)

const people = ['id,sex,region,age,w', '1,f,01,20,2', '2,m,01,30,3', '3,f,02,40,5', '4,m,02,50,0.5', '5,f,02,,0'].join(
  '\n',
)

function calibrated(
  margins: string,
  options: Partial<CalibrateOptions> = {},
  text = people,
): ReturnType<typeof calibrateFile> {
  const all = { method: 'raking', weight: 'w', encode, ...options } as const
  return calibrateFile(readReleased(dropped('d.csv', text), options.schema), dropped('m.csv', margins), all)
}

/** Returns the weights in the written file. */
async function written(found: ReturnType<typeof calibrateFile>, name = 'w'): Promise<number[]> {
  const [file] = (await found).artefacts
  const column = readReleased(dropped('c.csv', textIn(file))).dataset.column(name)
  return column.kind === 'numeric' ? [...column.values] : expect.fail('weights are text')
}

const head = 'column,category,total\n'

describe('calibrateFile', () => {
  it('reaches the totals, and leaves all other columns and a weight of 0 unchanged', async () => {
    const found = calibrated(`${head}sex,f,10\nsex,m,6\nregion,01,4\nregion,02,12\n`)
    const w = await written(found)
    expect(w[0] + w[2] + w[4]).toBeCloseTo(10, 8)
    expect(w[2] + w[3] + w[4]).toBeCloseTo(12, 8)
    expect(w[4]).toBe(0)
    const { result, artefacts, messages } = await found
    const lines = textIn(artefacts[0]).trim().split(/\r?\n/)
    expect(lines.map((line) => line.split(',').slice(0, 4).join())).toEqual(
      people.split('\n').map((line) => line.split(',').slice(0, 4).join()),
    )
    expect(result.margins.map(({ before }) => before)).toEqual([7, 3.5, 5, 5.5])
    expect(result.margins.map(({ redundant }) => redundant)).toEqual([false, false, false, true])
    expect(result).toMatchObject({ sum: { before: 10.5 }, negative: 0, records: 5, weight: 'w' })
    expect(result.designEffect.before).toBeCloseTo((5 * (4 + 9 + 25 + 0.25)) / 10.5 ** 2, 12)
    expect(messages.map(messageText)).toContain('1 total follows from the others')
  })

  it('post-stratifies by one margin, for any distance', async () => {
    for (const method of ['raking', 'linear', 'logit'] as const) {
      const w = await written(calibrated(`${head}sex,f,14\nsex,m,7\n`, { method, bounds: [0.3, 3] }))
      ;[4, 6, 10, 1, 0].forEach((weight, i) => expect(w[i]).toBeCloseTo(weight, 8))
    }
  })

  it('accepts crossed margins, sums, numbers with leading zeros, and lines for categories without records', async () => {
    const numbers = people.replace(/01/g, '1').replace(/02/g, '2').replace(',,0', ',60,0')
    const margins = `${head}sex:region,f:01,3\nsex:region,m:01,2\nsex:region,f:2,5\nsex:region,m:2,1\nsex:region,x:3,0\nage,,370\n`
    const found = calibrated(margins, { method: 'linear' }, numbers)
    const w = await written(found)
    ;[3, 2, 5, 1].forEach((weight, i) => expect(w[i]).toBeCloseTo(weight, 8))
    expect((await found).result.margins.map(({ category }) => category)).toEqual(['f:01', 'm:01', 'f:2', 'm:2', 'x:3', null]) // oxfmt-ignore
  })

  it('reads NA as a category, not as a sum', async () => {
    const schema = readSchema(dropped('s.yaml', 'missing: [""]'))
    const found = calibrated(`${head}land,NA,3\nland,ZA,4\n`, { schema }, 'land,w\nNA,1\nZA,1\n')
    expect(await written(found)).toEqual([expect.closeTo(3, 9), expect.closeTo(4, 9)])
    await expect(calibrated(`${head}land,NA,3\nland,ZA,4\n`, {}, 'land,w\nNA,1\nZA,1\n')).rejects.toThrow(
      /no record has/,
    )
  })

  const { cases } = referenceFile('calibration/calibration.json') as { cases: readonly ReferenceCase[] }
  it.each(cases.map((one) => [one.id, one] as const))('agrees with the weights of R survey: %s', async (_, one) => {
    const names = Object.keys(one.data)
    const rows = one.weights.map((_, i) => names.map((name) => one.data[name][i]).join())
    const roles = one.unit === undefined ? '' : `${one.unit}: { role: ${one.unit} }`
    const schema = readSchema(dropped('s.yaml', `columns: { ${roles} }`))
    const margins = one.margins.map(([column, category, total]) => `${column},${category ?? ''},${total}`)
    const { method, bounds } = one
    const found = calibrated(head + margins.join('\n'), { method, bounds, schema }, [names.join(), ...rows].join('\n'))
    const w = await written(found)
    one.weights.forEach((weight, i) => expect(Math.abs(w[i] / weight - 1)).toBeLessThan(1e-8))
    expect((await found).result.unit).toBe(one.unit ?? 'record')
  })

  it('calibrates records if the weights of a household differ', async () => {
    const schema = readSchema(dropped('s.yaml', 'columns: { h: { role: household } }'))
    const text = 'h,sex,w\n1,f,1\n1,m,2\n2,f,3\n'
    const { result } = await calibrated(`${head}sex,f,8\nsex,m,3\n`, { schema }, text)
    expect(result.unit).toBe('record')
    const same = calibrated(`${head}sex,f,8\nsex,m,3\n`, { schema }, text.replace('m,2', 'm,1'))
    expect(await written(same)).toEqual([3, 3, 5].map((weight) => expect.closeTo(weight, 8)))
    expect((await same).messages.map(messageText)).toContain('each household (column "h") keeps one weight')
  })

  it('starts with equal weights if there are none, also for one record', async () => {
    const found = calibrated(`${head}sex,f,9\n`, { weight: undefined }, 'sex,x\nf,1\n')
    expect(await written(found, 'weight')).toEqual([9])
    expect((await found).messages.map(messageText)[0]).toMatch(/column "weight" is new/)
    await expect(calibrated(`${head}sex,f,9\n`, { weight: undefined }, 'sex,weight\nf,1\n')).rejects.toMatchObject({
      code: 'BAD_OPTION',
      place: { column: 'weight' },
    })
  })

  it('uses the weight of the schema, whose other columns the file may lack', async () => {
    const schema = readSchema(dropped('s.yaml', 'columns: { w: { role: weight }, gone: { role: household } }'))
    expect(await written(calibrated(`${head}sex,f,14\nsex,m,7\n`, { weight: undefined, schema }))).toHaveLength(5)
  })

  it('warns of negative weights and notes those below 1', async () => {
    const text = 'x,w\n1,1\n2,1\n10,1\n'
    const { result, messages } = await calibrated(`${head}x,,-8\n`, { method: 'linear' }, text)
    expect(result.negative).toBe(1)
    expect(result.belowOne).toBe(3)
    const said = messages.map(messageText)
    expect(said).toContainEqual(expect.stringMatching(/^warning: 1 weight is negative/))
    expect(said).toContainEqual(expect.stringMatching(/^2 weights from 0 to below 1/))
  })

  it.each<[string, string, Partial<CalibrateOptions>, string, RegExp]>([
    ['a category of no record', 'sex,f,9\nsex,m,3\nsex,x,1\n', {}, 'INFEASIBLE', /"x" is 1, but no record has that/],
    ['a category without a total', 'sex,f,9\n', {}, 'INFEASIBLE', /2 records have "m", without a total/],
    ['a total of 0 of some records', 'sex,f,9\nsex,m,0\n', {}, 'INFEASIBLE', /"m" is 0, but 2 records have it/],
    ['totals that disagree', 'sex,f,9\nsex,m,3\nregion,01,4\nregion,02,9\n', {}, 'INFEASIBLE', /"sex" add up to 12, those of "region" to 13/], // oxfmt-ignore
    ['a crossed total that disagrees', 'sex,f,9\nsex,m,3\nsex:region,f:01,4\nsex:region,f:02,4\nsex:region,m:01,2\nsex:region,m:02,2\n', {}, 'INFEASIBLE', /other totals imply/], // oxfmt-ignore
    ['missing values', 'age,20,1\nage,30,1\nage,40,1\nage,50,1\n', {}, 'MISSING_VALUES', /"age" has a total, but 1 record with missing/], // oxfmt-ignore
    ['missing values in a sum', 'age,,100\n', {}, 'MISSING_VALUES', /"age" has a total, but 1 record/],
    ['bounds too tight', 'sex,f,14\nsex,m,7\n', { bounds: [0.9, 1.1] }, 'INFEASIBLE', /with factors from 0\.9 to 1\.1: the total of "sex", category "[fm]"/], // oxfmt-ignore
    ['bounds that exclude 1', 'sex,f,14\nsex,m,7\n', { bounds: [1.5, 3] }, 'BAD_OPTION', /bounds of the factors/],
    ['logit without bounds', 'sex,f,14\nsex,m,7\n', { method: 'logit' }, 'BAD_OPTION', /needs bounds/],
    ['an unknown column', 'job,a,1\n', {}, 'UNKNOWN_COLUMN', /no column "job"/],
    ['a missing total', 'sex,f,\nsex,m,3\n', {}, 'WRONG_INPUT', /total of "sex", category "f" is missing/],
    ['a total given twice', 'sex,f,1\nsex,f,2\nsex,m,3\n', {}, 'WRONG_INPUT', /"f" is given twice/],
    ['the sum of a text', 'sex,,1\n', {}, 'NOT_NUMERIC', /"sex" is not numeric/],
    ['a weight of text', 'sex,f,1\nsex,m,2\n', { weight: 'sex' }, 'NOT_NUMERIC', /role weight, but is not numeric/],
    ['a missing weight', 'sex,f,1\nsex,m,2\n', { weight: 'age' }, 'WRONG_INPUT', /"age" of record 5 is missing/],
  ])('refuses %s', async (_, margins, options, code, message) => {
    await expect(calibrated(`${head}${margins}`, options)).rejects.toMatchObject({
      code,
      message: expect.stringMatching(message),
    })
  })

  it('refuses a margin file with other columns', async () => {
    const found = calibrateFile(readReleased(dropped('d.csv', people)), dropped('m.csv', 'sex,n\nf,1\n'), { method: 'raking', encode }) // oxfmt-ignore
    await expect(found).rejects.toMatchObject({ code: 'UNKNOWN_COLUMN', message: expect.stringMatching(/has no column "column"; it has sex, n/) }) // oxfmt-ignore
  })

  it('refuses a category whose weights are all 0', async () => {
    const text = 'sex,w\nf,1\nm,0\n'
    await expect(calibrated(`${head}sex,f,1\nsex,m,2\n`, {}, text)).rejects.toThrow(/all its records have the weight 0/)
  })

  it('prints the margins, with the verdict last, and JSON in its declared form', async () => {
    const { result } = await calibrated(`${head}sex,f,10\nsex,m,6\n`, { bounds: [0.5, 4] })
    const lines = calibratedText(result).split('\n')
    expect(lines[0]).toMatch(/^margin +category +before +after +total/)
    expect(lines.at(-1)).toMatch(/^"w" of 5 records meets 2 totals after \d iterations?: largest difference .* %\.$/)
    expect(lines.join('\n')).toMatch(/factors +1\.429 to 1\.714 \(0 at the lower bound, 0 at the upper\)/)
    const json = calibratedJson(result)
    expect(calibrateOutput.parse(JSON.parse(JSON.stringify(json)))).toMatchObject({ bounds: [0.5, 4], iterations: result.iterations }) // oxfmt-ignore
    expect(jsonSchemaOf('weights-calibrate')).toMatchObject({ type: 'object' })
  })
})

describe('marginsOfFile', () => {
  const data = readReleased(dropped('d.csv', people)).dataset

  it('sums weights by category, and values; calibrateFile reads the result', async () => {
    const { result, artefacts, messages } = marginsOfFile(data, { columns: ['sex', 'sex:region'], weight: 'w', out: 'm.csv' }) // oxfmt-ignore
    expect(result).toEqual([
      { column: 'sex', category: 'f', total: 7 },
      { column: 'sex', category: 'm', total: 3.5 },
      { column: 'sex:region', category: 'f:01', total: 2 },
      { column: 'sex:region', category: 'f:02', total: 5 },
      { column: 'sex:region', category: 'm:01', total: 3 },
      { column: 'sex:region', category: 'm:02', total: 0.5 },
    ])
    expect(messages.map(messageText)).toEqual([
      'warning: column "sex": one category has fewer than 3 records; do not publish these totals',
      'warning: column "sex:region": 4 categories have fewer than 3 records; do not publish these totals',
    ])
    const text = new TextDecoder().decode(bytesOf(artefacts[0].content))
    const w = await written(calibrated(text))
    ;[2, 3, 5, 0.5, 0].forEach((weight, i) => expect(w[i]).toBeCloseTo(weight, 9))
  })

  it('counts records without a weight, gives missing values a category, and omits them from sums', () => {
    const { result, messages } = marginsOfFile(data, { columns: ['age'], sums: ['age'] })
    expect(result.at(0)).toEqual({ column: 'age', category: '(missing)', total: 1 })
    expect(result.at(-1)).toEqual({ column: 'age', category: null, total: 140 })
    expect(messages.map(messageText)).toContainEqual(expect.stringMatching(/1 record with missing values have/))
    expect(messages.map(messageText)).toContainEqual(expect.stringMatching(/missing values are left out/))
    expect(() => marginsOfFile(data, {})).toThrow(expect.objectContaining({ code: 'NO_COLUMNS' }))
  })
})
