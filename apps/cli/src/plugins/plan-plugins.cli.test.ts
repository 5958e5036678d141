import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { peopleCsv, sdc, workFolder } from '../cli.fixture.js'

const work = workFolder()
const data = work.write('people.csv', peopleCsv())
mkdirSync(work.path('plans'))
/** Returns a method in a separate file, which records that its code runs. */
const pluginOf = (name: string, version: string, change = ''): string =>
  work.write(
    name,
    `import { writeFileSync } from 'node:fs'
import * as z from ${JSON.stringify(import.meta.resolve('zod'))}
writeFileSync(${JSON.stringify(work.path('ran'))}, 'ran')
const reversed = {
  id: 'third/reversed', title: 'T', summary: 'S.', formula: 'y = x reversed', source: [{ where: 'a test' }],
  params: z.object({}),
  traits: {
    accepts: ['numeric'], changes: 'all', permutes: false, stochastic: false, draws: 'numbers', missing: 'refuse', given: 'unused', records: 'same', adds: false,
    kinds: 'same', scope: 'file', ordered: false, postMasking: false, searched: true, claims: {},
  },
  plan: () => ({ form: 'file', mask: ({ data, columns }) => ({
    files: [{ columns: new Map(columns.map((name) => [name, { kind: 'numeric', values: data.column(name).values.slice().reverse()${change} }])) }],
  }) }),
}
export default { name: 'third', version: '${version}', sdc: '^1', methods: [reversed] }
`,
  )
const plugin = pluginOf('third.mjs', '1.0.0')
const plan = work.write(
  'plans/plan.yaml',
  'data: ../people.csv\nplugins: [../third.mjs]\nsteps: [{ use: third/reversed, columns: [income] }]\n',
)

describe('the plugins of a plan', () => {
  it('are named, but not loaded by the plan alone', async () => {
    const { status, stderr } = await sdc('run', plan, '-o', work.path('refused.csv'))
    expect(status).toBe(2)
    expect(stderr).toContain(`BAD_PLUGIN: the plan names a plugin that is not loaded: ${plugin}`)
    expect(stderr).toMatch(/runs with your rights.*--plugin .*third\.mjs, or --allow-plugins/)
    for (const name of ['ran', 'refused.csv']) expect(existsSync(work.path(name))).toBe(false)
    for (const command of [
      ['compare', plan],
      ['attack', 'linkage', plan],
    ]) {
      expect(await sdc(...command)).toMatchObject({ status: 2, stderr: expect.stringContaining('BAD_PLUGIN') })
    }
    expect(existsSync(work.path('ran'))).toBe(false)
  })

  it('are loaded if an option says so, by paths relative to the plan', async () => {
    expect(await sdc('run', plan, '--allow-plugins', '-o', work.path('a.csv'))).toMatchObject({ status: 0 })
    expect(await sdc('run', plan, '--plugin', plugin, '-o', work.path('b.csv'))).toMatchObject({ status: 0 })
    expect(work.read('a.csv')).toBe(work.read('b.csv'))
  })
})

describe('a replay', () => {
  it('names missing plugins, and those of another version', async () => {
    const [out, keep] = [work.path('public.csv'), work.path('keep.json')]
    const accepted = ['id', 'tax', 'age'].flatMap((name) => ['--accept-open', name])
    const run = ['run', plan, '--allow-plugins', '--release', ...accepted, '--private', keep, '-o', out]
    expect(await sdc(...run)).toMatchObject({ status: 0, stderr: expect.stringContaining('wrote') })
    expect(JSON.parse(readFileSync(keep, 'utf8'))).toMatchObject({ plugins: [{ name: 'third', version: '1.0.0' }] })
    const unused = pluginOf('unused.mjs', '2.0.0')
    work.write('unused.mjs', work.read('unused.mjs').replaceAll("'third", "'unused"))
    const other = ['--plugin', unused, '--release', '--private', work.path('other.json'), '-o', work.path('other.csv')]
    const mask = ['mask', data, '--method', 'noise/additive', '--columns', 'income', ...accepted, ...other]
    expect(await sdc(...mask)).toMatchObject({ status: 0 })
    const { plugins, loaded } = JSON.parse(work.read('other.json'))
    expect(plugins).toEqual([expect.objectContaining({ name: '@sdc/methods-noise' })])
    expect(loaded).toContainEqual({ name: 'unused', version: '2.0.0' })
    const replay = ['run', keep, '--data', data, '-o', work.path('again.csv')]
    const without = await sdc(...replay)
    expect(without.status).toBe(2)
    expect(without.stderr).toMatch(
      /BAD_PLUGIN: the run was made with the plugin third 1\.0\.0, which is not loaded\n.*--plugin third/,
    )
    expect((await sdc(...replay, '--plugin', plugin)).stderr).toContain('bit for bit')
    const newer = await sdc(...replay, '--plugin', pluginOf('newer.mjs', '1.1.0'))
    expect(newer.stderr).toContain('warning: the run was made with third 1.0.0, but 1.1.0 is loaded')
    const changed = pluginOf('changed.mjs', '1.0.0', '.map((value, i) => (i === 7 ? value + 10 : value))')
    const differs = ['run', keep, '--data', data, '-o', work.path('differs.csv'), '--plugin', changed]
    expect(await sdc(...differs)).toMatchObject({
      status: 3,
      stderr: expect.stringContaining('REPLAY_DIFFERS: the replay differs from the file of the run'),
    })
    expect(existsSync(work.path('differs.csv'))).toBe(true)
    expect(existsSync(work.path('differs.manifest.json'))).toBe(false)
    expect((await sdc('run', keep, '--data', data, '--plugin', changed)).status).toBe(3)
  })
})
