import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { paperAxes, sdc, workFolder } from './cli.fixture.js'

const { path, write, read } = workFolder()

/** Names with a meaning in JavaScript objects, which columns may have. */
const awkward = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', '1990']
const rows = Array.from({ length: 40 }, (_, i) => {
  const numbers = awkward.slice(0, 4).map((_, j) => ((i * (7919 + 31 * j)) % 613) + 100)
  return [...numbers, ['north', 'south', '__proto__', 'constructor'][i % 4]].join(',')
})
const data = write('awkward.csv', `${awkward.join(',')}\n${rows.join('\n')}\n`)
const schema = write(
  'schema.yaml',
  `columns:
  __proto__: { role: confidential, missing: ['-9'] }
  constructor: { role: confidential }
  toString: { role: quasi-identifier }
  hasOwnProperty: { role: identifier }
  "1990": { kind: categorical, role: quasi-identifier, taxonomy: { north: all, south: all, __proto__: all, constructor: all, all: null } }
`,
)
const lines = (name: string): string[][] =>
  read(name)
    .trimEnd()
    .split('\n')
    .map((line) => line.split(','))
const column = (name: string, of: string): string[] => {
  const [header, ...records] = lines(name)
  const at = header.indexOf(of)
  return records.map((cells) => cells[at])
}

describe('columns and categories called __proto__, constructor, toString', () => {
  it('keep their schema entries: masked, dropped, measured and replayed', async () => {
    const keep = path('keep.json')
    const made = await sdc(
      'mask',
      data,
      '--schema',
      schema,
      '--columns',
      '__proto__,constructor,toString',
      '--method',
      'microaggregation/mdav',
      '--set',
      'k=4',
      '--reverse-map',
      '--groups',
      path('groups.csv'),
      '--release',
      '--accept-open',
      '1990',
      '--private',
      keep,
      '-o',
      path('public.csv'),
    )
    expect([made.status, made.stderr]).toEqual([0, expect.stringContaining('dropped identifiers: hasOwnProperty')])
    expect(lines('public.csv')[0]).toEqual(['__proto__', 'constructor', 'toString', '1990'])
    for (const name of ['__proto__', 'constructor', 'toString'])
      expect(column('public.csv', name).sort()).toEqual(column('awkward.csv', name).sort())
    const held = JSON.parse(read('keep.json')) as { plan: { schema: { columns: object } } }
    expect(Object.keys(held.plan.schema.columns).sort()).toEqual([...awkward].sort())
    expect(Object.entries(held.plan.schema.columns)).toContainEqual([
      '__proto__',
      { role: 'confidential', missing: ['-9'] },
    ])

    const again = await sdc('run', keep, '--data', data, '-o', path('again.csv'))
    expect(again.stderr).toContain('bit for bit')
    const args = ['measure', data, path('public.csv'), '--origin', keep, '--columns', '__proto__,constructor', '--json']
    const measured = await sdc(...args, '--metrics', 'loss/il-score,risk/dld,risk/interval-disclosure')
    expect(measured.status).toBe(0)
    const { columns, metrics } = JSON.parse(measured.stdout) as {
      columns: string[]
      metrics: Record<string, { columns?: object }>
    }
    expect(columns).toEqual(['__proto__', 'constructor'])
    const byColumn = Object.values(metrics).flatMap((metric) => metric.columns ?? [])
    expect(byColumn.length).toBeGreaterThan(0)
    for (const values of byColumn) expect(Object.keys(values)).toEqual(['__proto__', 'constructor'])
  })

  it('are masked by role, and as categories with a taxonomy', async () => {
    const { status, stderr } = await sdc(
      'mask',
      data,
      '--schema',
      schema,
      '--method',
      'microaggregation/categorical',
      '--set',
      'k=4',
      '--seed',
      '1',
      '-o',
      path('by-role.csv'),
    )
    expect([status, stderr]).toEqual([0, expect.stringMatching(/__proto__ .*\nconstructor .*\ntoString .*\n1990 /)])
    expect(column('by-role.csv', '__proto__')).not.toEqual(column('awkward.csv', '__proto__'))
  })

  it('are compared, and written to the chosen plan', async () => {
    const out = path('comparison')
    const args = ['compare', data, '--schema', schema, '--columns', '__proto__,constructor', '--seed', '1', '-o', out]
    const { status, stderr } = await sdc(...args, '--methods', 'noise/additive', ...paperAxes, '--replicates', '1')
    expect([status, stderr]).toEqual([0, expect.stringContaining('chosen-plan.yaml')])
    const plan = parse(read('comparison/chosen-plan.yaml')) as {
      schema: { columns: object }
      steps: { columns: string[] }[]
    }
    expect(Object.keys(plan.schema.columns).sort()).toEqual([...awkward].sort())
    expect(plan.steps[0].columns).toEqual(['__proto__', 'constructor'])
    const run = await sdc('run', path('comparison/chosen-plan.yaml'), '-o', path('chosen.csv'))
    expect(run.status).toBe(0)
  })

  it('serve as groups, quasi-identifiers and taxonomies of files', async () => {
    const taxonomy = write('jobs.csv', 'category,parent\nnorth,all\nsouth,all\n__proto__,all\nconstructor,all\nall,\n')
    const by = ['--columns', '__proto__,toString', '--by', '1990', '--seed', '1', '-o', path('grouped.csv')]
    const made = await sdc('mask', data, '--method', 'noise/additive', '--hierarchy', `1990=${taxonomy}`, ...by)
    expect([made.status, made.stderr]).toEqual([0, expect.stringContaining('masked 2 of 5 columns')])
    const measured = await sdc('measure', data, path('grouped.csv'), '--columns', '__proto__', '--by', '1990', '--json')
    expect(measured.status).toBe(0)
    for (const group of ['1990=__proto__', '1990=constructor', '1990=north']) expect(measured.stdout).toContain(group)
    const mapped = ['--columns', '__proto__,toString', '--link', 'constructor', '--seed', '1', '-o', path('mapped.csv')]
    await sdc('reverse-map', data, path('grouped.csv'), ...mapped)
    expect(column('mapped.csv', '__proto__').sort()).toEqual(column('awkward.csv', '__proto__').sort())
  })
})
