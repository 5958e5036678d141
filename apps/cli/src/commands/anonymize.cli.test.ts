import { mkdirSync, readFileSync } from 'node:fs'
import { anonymizeOutput } from '@sdc/release'
import { describe, expect, it } from 'vitest'
import { sdc, workFolder } from '../cli.fixture.js'

const { path, write, read } = workFolder()

/**
 * Returns 120 people of three towns; the code has leading zeros, one age is missing, and the disease depends slightly
 * on the town.
 */
function people(seed = 7): string {
  let state = seed
  const draw = (n: number): number => {
    state = (state * 1103515245 + 12345) % 2147483648
    return Math.floor((state / 2147483648) * n)
  }
  const lines = Array.from({ length: 120 }, (_, i) => {
    const town = ['007', '01.10', '7'][draw(3)]
    const age = i === 5 ? 'NA' : String(20 + draw(40))
    const disease = ['flu', 'flu', 'gout', 'burn', 'cold'][draw(town === '7' ? 3 : 5)]
    return `${i + 1},${town},${age},${'fm'[draw(2)]},${disease},${(1 + draw(9)).toFixed(2)}`
  })
  return `id,town,age,sex,disease,hours\n${lines.join('\n')}\n`
}

const data = write('people.csv', people())
const schema = write(
  'people.yaml',
  'columns: { id: { role: identifier }, town: { kind: categorical }, disease: { role: confidential }, hours: { role: non-confidential } }\n',
)
mkdirSync(path('hierarchies'))
write('hierarchies/town.csv', '007;north;*\n01.10;north;*\n7;south;*\n')
write(
  'hierarchies/age.csv',
  Array.from({ length: 60 }, (_, i) => {
    const age = i + 10
    return `${age};${age - (age % 5)}-${age - (age % 5) + 4};${age - (age % 10)}-${age - (age % 10) + 9};*\n`
  }).join(''),
)
write('hierarchies/sex.csv', 'f;*\nm;*\n')
write('hierarchies/shoes.csv', '39;*\n')
const folder = ['--hierarchies', path('hierarchies')]

/** Returns the cells of a file without quotes. */
function cells(name: string, separator = ','): string[][] {
  return read(name)
    .trimEnd()
    .split('\n')
    .map((line) => line.split(separator))
}

/** Returns the sizes of the equivalence classes of a written file, counted from its lines. */
function classSizes(rows: readonly (readonly string[])[], keys: readonly string[]): number[] {
  const [header, ...records] = rows
  const at = keys.map((name) => header.indexOf(name))
  expect(at).not.toContain(-1)
  const lines = records.map((row) => at.map((j) => row[j]).join('\0')).sort()
  const starts = lines.flatMap((line, i) => (i === 0 || line !== lines[i - 1] ? [i] : []))
  return starts.map((start, c) => (starts[c + 1] ?? lines.length) - start)
}

describe('sdc anonymize', () => {
  it('recodes the columns with a file in the folder, and reports before and after', async () => {
    const { status, stdout, stderr } = await sdc(
      'anonymize',
      data,
      '--schema',
      schema,
      '--k',
      '5',
      ...folder,
      '--json',
      '--all',
      '--private',
      path('out.private.json'),
      '-o',
      path('out.csv'),
    )
    expect(status, stderr).toBe(0)
    expect(stderr).toMatch(/note: .*shoes\.csv is not used: there is no column "shoes"/)
    expect(stderr.replace(/\s+/g, ' ')).toMatch(
      /town +nominal +quasi-identifier +from a file +recoded: 3 → 2 → 1 classes/,
    )
    expect(stderr).toMatch(/disease +nominal +confidential +unchanged, without a condition/)
    expect(stderr).toMatch(/search of 24 combinations of levels \(3 · 4 · 2\)/)
    expect(stderr.indexOf('search of 24')).toBeLessThan(stderr.indexOf('masked 3 of'))
    expect(stderr).toMatch(/\nIdentity disclosure: an intruder who knows town, age, sex finds at least \d+ records/)
    expect(stderr).toMatch(/\nNot protected: .*knows .*hours .*, or knows confidential values, or has another release/)
    const out = cells('out.csv')
    const sizes = classSizes(out, ['town', 'age', 'sex'])
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(5)
    const found = anonymizeOutput.parse(JSON.parse(stdout))
    expect(found.check).toMatchObject({ records: out.length - 1, classes: sizes.length, least: Math.min(...sizes) })
    expect(found.records.written + found.records.removed).toBe(120)
    expect(found.mapping.reduce((sum, { records }) => sum + records, 0)).toBe(3 * found.records.written)
    expect(JSON.parse((await sdc('schema', 'anonymize')).stdout)).toHaveProperty('properties.check')
    // Columns other than quasi-identifiers are released unchanged.
    expect(read('people.csv')).toContain(`,${out[1].slice(3).join(',')}\n`)
    const measured = await sdc(
      'measure',
      data,
      path('out.csv'),
      '--schema',
      schema,
      '--quasi-identifiers',
      'town,age,sex',
      '--columns',
      'town,age,sex',
      ...folder,
      '--origin',
      path('out.private.json'),
      '--metrics',
      'risk/k-anonymity,risk/compatible',
      '--set',
      'k-anonymity.k=5',
      '--fail-above',
      'risk/k-anonymity=0',
    )
    expect(measured.status, measured.stderr).toBe(0)
    // Recoded columns are reported neither as open nor as unchanged, and the hierarchies relate classes to values.
    expect(measured.stderr).toMatch(
      /single out nobody: every combination of town, age, sex fits at least \d+ released records/,
    )
    expect(measured.stderr).not.toMatch(/\(quasi-identifier\)|almost\) unchanged/)
    expect(measured.stdout).toMatch(/Compatible records +0 %/)
  })

  it('keeps sensitive values diverse, counted independently', async () => {
    const asked = ['--l', '3', '--confidential', 'disease', '--t', '.4', '--suppression-limit', '20 %']
    const { status, stderr } = await sdc(
      'anonymize',
      data,
      '--quasi-identifiers',
      'town,age,sex',
      '--k',
      '4',
      ...folder,
      ...asked,
      '-o',
      path('l.csv'),
    )
    expect(status, stderr).toBe(0)
    const [, ...rows] = cells('l.csv')
    const classes = new Map<string, string[]>()
    for (const [, town, age, sex, disease] of rows) {
      const key = [town, age, sex].join('\0')
      classes.set(key, [...(classes.get(key) ?? []), disease])
    }
    const all = cells('people.csv')
      .slice(1)
      .map((row) => row[4])
    const share = (of: readonly string[], value: string): number => of.filter((one) => one === value).length / of.length
    for (const values of classes.values()) {
      expect(values.length).toBeGreaterThanOrEqual(4)
      expect(new Set(values).size).toBeGreaterThanOrEqual(3)
      const apart = [...new Set(all)].reduce((sum, one) => sum + Math.abs(share(values, one) - share(all, one)), 0) / 2
      expect(apart).toBeLessThanOrEqual(0.4 + 1e-9)
    }
    expect(stderr).toMatch(/Attribute disclosure: limited in every class: disease \(l >= \d, t <= [\d.]+\)/)
  })

  it('reports the number of classes with equal sensitive values', async () => {
    const same = write('same.csv', 'a,s\nx,1\nx,1\nx,1\ny,1\ny,2\ny,3\n')
    const { stderr } = await sdc(
      'anonymize',
      same,
      '--quasi-identifiers',
      'a',
      '--k',
      '3',
      '--confidential',
      's',
      '-o',
      path('same-out.csv'),
    )
    expect(stderr).toMatch(/Attribute disclosure: in 1 of 2 classes \(3 records\) all values of s are equal/)
  })

  it('makes hierarchies if there are none, and keeps missing codes and texts', async () => {
    const { status, stderr } = await sdc(
      'anonymize',
      data,
      '--schema',
      schema,
      '--quasi-identifiers',
      'town,age',
      '--k',
      '6',
      '--all',
      '-o',
      path('auto.csv'),
    )
    expect(status, stderr).toBe(0)
    expect(stderr).toMatch(/age +numeric +quasi-identifier +automatic: classes of width 2, 4, 8, 16, then/)
    expect(stderr).toMatch(/town +nominal +quasi-identifier +automatic: each value by itself, then \*/)
    const text = read('auto.csv')
    const towns = new Set(
      text
        .trimEnd()
        .split('\n')
        .slice(1)
        .map((line) => line.split(',')[0]),
    )
    for (const town of towns) expect(['007', '01.10', '7', '*']).toContain(town)
  })

  it('names the cell that makes a column of numbers categorical', async () => {
    const spoilt = write('spoilt.csv', people().replace(/\n9,([^,]+),/, '\n9,$1,x'))
    const requirements = ['--schema', schema, '--quasi-identifiers', 'town,age', '--k', '3']
    const { stderr } = await sdc('anonymize', spoilt, ...requirements, '-o', path('spoilt-out.csv'))
    expect(stderr).toMatch(
      /note: age is read as categories, although most of its values are numbers: line 10: .*"x\d\d"/,
    )
    expect(stderr).not.toMatch(/note: town/)
  })

  it('blanks suppressed cells in quasi-identifiers and sensitive columns, where there are k records', async () => {
    const rows = ['x,1', 'x,2', 'x,3', 'p,4', 'q,5', 'r,6'].join('\n')
    const lone = write('lone.csv', `a,s\n${rows}\n`)
    const mapping = write(
      'lone.json',
      JSON.stringify({ recoding: 1, columns: { a: { values: 'each' } }, levels: [{ a: 0 }] }),
    )
    const run = (...more: readonly string[]) =>
      sdc(
        'anonymize',
        lone,
        '--k',
        '3',
        '--mapping',
        mapping,
        '--confidential',
        's',
        ...more,
        '-o',
        path('lone-out.csv'),
      )
    expect((await run('--suppressed', 'blank')).status).toBe(0)
    expect(read('lone-out.csv')).toBe('a,s\nx,1\nx,2\nx,3\n,\n,\n,\n')
    const asked = await run('--suppressed', 'blank', '--l', '2')
    expect(asked.stderr).toMatch(/3 suppressed record\(s\) were left out, not blanked/)
    expect(read('lone-out.csv')).toBe('a,s\nx,1\nx,2\nx,3\n')
    const limited = await run('--suppression-limit', '10%')
    expect(limited.status).toBe(2)
    expect(limited.stderr).toMatch(/would suppress 3 of 6 records; the limit is 0 \(10 %\)/)
  })

  it('is correct for a column of missing values, and for 20,000 values without a hierarchy', async () => {
    const holes = write('holes.csv', `a,b\n${'NA,\n'.repeat(6)}`)
    expect(
      (await sdc('anonymize', holes, '--quasi-identifiers', 'a,b', '--k', '3', '-o', path('holes-out.csv'))).status,
    ).toBe(0)
    expect(read('holes-out.csv')).toBe(read('holes.csv'))
    const many = write('many.csv', `a\n${Array.from({ length: 20_000 }, (_, i) => `v${i}`).join('\n')}\n`)
    expect(
      (await sdc('anonymize', many, '--quasi-identifiers', 'a', '--k', '3', '-o', path('many-out.csv'))).status,
    ).toBe(0)
    expect(read('many-out.csv')).toBe(`a\n${'*\n'.repeat(20_000)}`)
  })
})

describe('a recoding for another file', () => {
  const keys = ['--quasi-identifiers', 'town,age,sex', '--k', '4']

  it('gives the same file again, and a protected file for the next data', async () => {
    const made = [
      '--write-mapping',
      path('recoding.json'),
      '--write-search',
      path('report.json'),
      '-o',
      path('year1.csv'),
    ]
    const first = await sdc(
      'anonymize',
      data,
      '--schema',
      schema,
      ...keys,
      '--global',
      '--suppression-limit',
      '5%',
      ...made,
    )
    expect(first.status, first.stderr).toBe(0)
    const again = await sdc(
      'anonymize',
      data,
      '--schema',
      schema,
      '--k',
      '4',
      '--mapping',
      path('recoding.json'),
      '-o',
      path('again.csv'),
    )
    expect(again.status, again.stderr).toBe(0)
    expect(read('again.csv')).toBe(read('year1.csv'))
    const report = anonymizeOutput.parse(JSON.parse(read('report.json')))
    expect(report.lattice?.length).toBeGreaterThan(0)
    expect(report.levels).toHaveLength(1)
    // Other people, with an unknown age, for which the classes of equal width have room.
    const next = write('next.csv', `${people(99)}999,7,88,f,flu,1.00\n`)
    const second = await sdc(
      'anonymize',
      next,
      '--schema',
      schema,
      '--k',
      '4',
      '--mapping',
      path('recoding.json'),
      '-o',
      path('year2.csv'),
    )
    expect(second.status, second.stderr).toBe(0)
    expect(second.stderr).toMatch(/1 combination of levels will be applied, without a search/)
    expect(read('year2.csv')).not.toContain('999,')
  })

  it('includes the combinations of a local recoding', async () => {
    const first = await sdc(
      'anonymize',
      data,
      '--schema',
      schema,
      ...keys,
      ...folder,
      '--write-mapping',
      path('local.json'),
      '-o',
      path('local.csv'),
    )
    expect(first.status, first.stderr).toBe(0)
    const { levels } = JSON.parse(read('local.json')) as { levels: unknown[] }
    expect(levels.length).toBeGreaterThan(1)
    const again = await sdc(
      'anonymize',
      data,
      '--schema',
      schema,
      '--k',
      '4',
      '--mapping',
      path('local.json'),
      '-o',
      path('local2.csv'),
    )
    expect(again.status, again.stderr).toBe(0)
    const rows = cells('local2.csv')
    expect(Math.min(...classSizes(rows, ['town', 'age', 'sex']))).toBeGreaterThanOrEqual(4)
    expect(rows.length).toBeGreaterThan(100)
  })
})

describe('a release', () => {
  const release = (name: string): string[] => [
    '--release',
    '--private',
    path(`${name}.json`),
    '-o',
    path(`${name}.csv`),
  ]
  const asked = ['--schema', schema, '--quasi-identifiers', 'town,age,sex', '--k', '4', ...folder]

  it('accepts sensitive columns protected by l or t, and requires acceptance of those protected by k only', async () => {
    const open = await sdc('anonymize', data, ...asked, ...release('open'))
    expect(open.status).toBe(2)
    expect(open.stderr).toMatch(/OPEN_RELEASE.*disease \(confidential\)/)
    expect(open.stderr).not.toMatch(/quasi-identifier/)
    const settled = await sdc('anonymize', data, ...asked, '--l', '2', ...release('settled'))
    expect(settled.status, settled.stderr).toBe(0)
    expect(readFileSync(path('settled.csv'), 'utf8').split('\n')[0]).toBe('town,age,sex,disease,hours')
    expect((await sdc('anonymize', data, ...asked, '--accept-open', 'disease', ...release('accepted'))).status).toBe(0)
  })

  it('is replayed by its private file, which has the hierarchies', async () => {
    const made = await sdc('anonymize', data, ...asked, '--l', '2', ...release('kept'))
    expect(made.status, made.stderr).toBe(0)
    const again = await sdc('run', path('kept.json'), '--data', data, '-o', path('kept-again.csv'))
    expect(again.status, again.stderr).toBe(0)
    expect(again.stderr).toMatch(/the replay equals the file of the run, bit for bit/)
    expect(read('kept-again.csv')).toBe(read('kept.csv'))
    const other = await sdc('run', path('kept.json'), '--data', data, ...folder, '-o', path('kept-other.csv'))
    expect(other).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/a replay uses the hierarchies of its run/),
    })
  })
})

describe('hierarchies of other commands', () => {
  it('apply to a method of mask and of a plan, and give categories a taxonomy', async () => {
    const masked = await sdc(
      'mask',
      data,
      '--schema',
      schema,
      '--method',
      'coding/k-anonymous-recode',
      '--columns',
      'town,age',
      '--set',
      'k=6',
      '--set',
      'loss=height',
      '--hierarchy',
      `town=${path('hierarchies/town.csv')}`,
      '-o',
      path('m.csv'),
    )
    expect(masked.status, masked.stderr).toBe(0)
    const plan = write(
      'plan.yaml',
      'steps:\n  - { use: coding/k-anonymous-recode, columns: [town, sex], params: { k: 6, levels: [{ town: 1, sex: 0 }] } }\n' +
        'schema: { columns: { town: { kind: categorical } } }\n',
    )
    const ran = await sdc('run', plan, '--data', data, ...folder, '-o', path('ran.csv'))
    expect(ran.status, ran.stderr).toBe(0)
    const towns = new Set(
      cells('ran.csv')
        .slice(1)
        .map((row) => row[1]),
    )
    expect(towns).toEqual(new Set(['north', 'south']))
    const nominal = await sdc(
      'mask',
      data,
      '--schema',
      schema,
      '--method',
      'reverse-map/nominal',
      '--columns',
      'town',
      ...folder,
      '-o',
      path('n.csv'),
    )
    expect(nominal.stderr).not.toMatch(/BAD_HIERARCHY/)
    const over = await sdc(
      'mask',
      data,
      '--method',
      'coding/k-anonymous-recode',
      '--columns',
      'sex',
      ...folder,
      '-o',
      path('hierarchies/sex.csv'),
    )
    expect(over).toMatchObject({ status: 2, stderr: expect.stringMatching(/would be overwritten/) })
  })
})
