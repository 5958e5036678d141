import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runFile } from './scripts/pack.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))

/** New sources, and the indexes that name them. */
const WRITTEN = [
  'attacks/src/index.ts',
  'attacks/src/sample-records.test.ts',
  'attacks/src/sample-records.ts',
  'methods-fresh/src/first-step.test.ts',
  'methods-fresh/src/first-step.ts',
  'methods-fresh/src/index.ts',
  'methods-fresh/src/plugin.conformance.test.ts',
  'methods-fresh/src/second.test.ts',
  'methods-fresh/src/second.ts',
  'methods-noise/src/index.ts',
  'methods-noise/src/sample-jitter.test.ts',
  'methods-noise/src/sample-jitter.ts',
  'metrics/src/distributions/sample-change.test.ts',
  'metrics/src/distributions/sample-change.ts',
  'metrics/src/fresh-subject/sample-nearness.test.ts',
  'metrics/src/fresh-subject/sample-nearness.ts',
  'metrics/src/index.ts',
  'services/src/index.ts',
  'services/src/sample-size.test.ts',
  'services/src/sample-size.ts',
  'standard/src/index.ts',
  'tabular/src/index.ts',
  'tabular/src/rules/sample-share.test.ts',
  'tabular/src/rules/sample-share.ts',
].map((file) => `packages/${file}`)

/** The report of a run of vitest. */
interface Report {
  readonly success: boolean
  readonly testResults: readonly {
    readonly name: string
    readonly assertionResults: readonly { readonly title: string; readonly status: string }[]
  }[]
}

describe('pnpm gen', () => {
  const copy = mkdtempSync(join(tmpdir(), 'sdc-gen-'))
  const gen = (...args: readonly string[]): Promise<string> =>
    runFile(process.execPath, ['tooling/gen/gen.mjs', ...args], { cwd: copy })
  /** Returns the sources of the copy that are new or changed. */
  const written = (): string[] =>
    readdirSync(join(copy, 'packages'), { encoding: 'utf8' })
      .filter((name) => !name.endsWith('.md'))
      .flatMap((name) =>
        readdirSync(join(copy, 'packages', name, 'src'), { recursive: true, encoding: 'utf8' }).map((file) =>
          join('packages', name, 'src', file),
        ),
      )
      .filter((file) => {
        if (!file.endsWith('.ts')) return false
        const own = join(root, file)
        return !existsSync(own) || readFileSync(own, 'utf8') !== readFileSync(join(copy, file), 'utf8')
      })
      .sort()
  const tool = (path: string, ...args: readonly string[]): Promise<string> =>
    runFile(process.execPath, [join(root, 'node_modules', path), ...args], { cwd: copy })

  /** Returns the titles of the tests; all must pass. */
  const tests = async (...args: readonly string[]): Promise<string[]> => {
    // One worker loads the sources once; its cache is deleted with the copy.
    const cache = `--experimental.fsModuleCachePath=${join(copy, 'cache')}`
    const output = await tool('vitest/vitest.mjs', 'run', '--reporter=json', '--maxWorkers=1', cache, ...args)
    const { success, testResults } = JSON.parse(output) as Report
    expect(success).toBe(true)
    return testResults.flatMap(({ assertionResults }) =>
      assertionResults.filter(({ status }) => status === 'passed').map(({ title }) => title),
    )
  }

  beforeAll(async () => {
    const kept = (path: string): boolean => !['dist', '.turbo', 'out'].includes(basename(path))
    for (const name of readdirSync(root)) {
      if (['packages', 'tooling', '.changeset'].includes(name))
        cpSync(join(root, name), join(copy, name), { recursive: true, verbatimSymlinks: true, filter: kept })
      else if (/\.(json|ts|yaml)$/.test(name)) cpSync(join(root, name), join(copy, name))
    }
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
    await gen('method', 'noise/sample-jitter')
    await gen('method', 'fresh/first-step')
    await gen('method', 'fresh/second')
    await gen('metric', 'loss/sample-change', 'distributions')
    await gen('metric', 'risk/sample-nearness', 'fresh-subject')
    await gen('service', 'services/sample-size')
    await gen('attack', 'attacks/sample-records')
    await gen('table', 'tabular/sample-share')
    // Links that an install would make: a new package has the dependencies of its neighbour.
    for (const fresh of ['methods-fresh']) {
      mkdirSync(join(copy, 'packages', fresh, 'node_modules'))
      for (const name of ['zod', '@sdc'])
        symlinkSync(
          join(copy, 'packages/methods-noise/node_modules', name),
          join(copy, 'packages', fresh, 'node_modules', name),
        )
    }
  })
  afterAll(() => rmSync(copy, { recursive: true, force: true }))

  it('writes the sources of every sort, and changes the indexes that name them', () => {
    expect(written()).toEqual(expect.arrayContaining(WRITTEN))
  })

  it('writes the method, its test, exports, plugin entry and changeset, and a package for a new family', () => {
    for (const file of ['first-step.ts', 'first-step.test.ts', 'second.ts', 'index.ts'])
      expect(existsSync(join(copy, 'packages/methods-fresh/src', file))).toBe(true)
    const text = (file: string): string => readFileSync(join(copy, file), 'utf8')
    expect(text('packages/README.md')).toContain('| [`@sdc/methods-fresh`](methods-fresh) |')
    const { dependencies, ...manifest } = JSON.parse(text('packages/methods-fresh/package.json')) as Record<
      string,
      unknown
    >
    const model = JSON.parse(readFileSync(join(root, 'packages/methods-noise/package.json'), 'utf8')) as Record<
      string,
      unknown
    >
    expect(Object.keys(manifest).sort()).toEqual(
      Object.keys(model)
        .filter((key) => key !== 'dependencies')
        .sort(),
    )
    expect(model.dependencies).toMatchObject({ ...(dependencies as Record<string, unknown>) })
    expect(text('packages/standard/package.json')).toContain('"@sdc/methods-fresh": "workspace:^"')
    expect(text('.changeset/add-fresh-first-step.md')).toBe(
      "---\n'@sdc/methods-fresh': minor\n'@sdc/standard': minor\n---\n\nAdds the masking method `fresh/first-step`.\n",
    )
    expect(text('.changeset/add-noise-sample-jitter.md')).toContain("'@sdc/methods-noise': minor")
    expect(text('packages/methods-fresh/src/index.ts'))
      .toBe(`import { definePlugin, literature, type Plugin } from '@sdc/core'
import { name, version } from '../package.json'
import { firstStepMethod } from './first-step.js'
import { secondMethod } from './second.js'

export { firstStepMethod, roundFirstStep, type FirstStepParams } from './first-step.js'
export { roundSecond, secondMethod, type SecondParams } from './second.js'

const plugin: Plugin = definePlugin({
  name,
  version,
  sdc: '^1',
  references: literature,
  methods: [firstStepMethod, secondMethod],
})

export default plugin
`)
  })

  it('writes the metric, its test, exports, plugin entry and changeset, in an old folder or a new one', () => {
    const text = (file: string): string => readFileSync(join(copy, file), 'utf8')
    for (const file of ['distributions/sample-change', 'fresh-subject/sample-nearness']) {
      expect(text(`packages/metrics/src/${file}.test.ts`)).toContain(`from './${file.split('/')[1]}.js'`)
      expect(text('packages/metrics/src/index.ts')).toContain(`from './${file}.js'`)
    }
    expect(text('.changeset/add-loss-sample-change.md')).toBe(
      "---\n'@sdc/metrics': minor\n---\n\nAdds the metric `loss/sample-change`.\n",
    )
  })

  it('writes the service, the attack and the rule next to the others', () => {
    const text = (file: string): string => readFileSync(join(copy, file), 'utf8')
    expect(text('packages/services/src/index.ts')).toMatch(/services: \[.*, sampleSizeService\],/)
    expect(text('packages/attacks/src/index.ts')).toMatch(/attacks: \[[^\]]*\bsampleRecordsAttack\b/)
    expect(text('.changeset/add-services-sample-size.md')).toBe(
      "---\n'@sdc/services': minor\n---\n\nAdds the query service `services/sample-size`.\n",
    )
    expect(text('.changeset/add-attacks-sample-records.md')).toBe(
      "---\n'@sdc/attacks': minor\n---\n\nAdds the attack `attacks/sample-records`.\n",
    )
    expect(text('packages/tabular/src/index.ts')).toMatch(/tables: \[[^\]]*\bsampleShareRule\b/)
    expect(text('packages/tabular/src/index.ts')).toContain(`from './rules/sample-share.js'`)
    expect(text('.changeset/add-tabular-sample-share.md')).toBe(
      "---\n'@sdc/tabular': minor\n---\n\nAdds the table method `tabular/sample-share`.\n",
    )
  })

  it('writes formatted code', async () => {
    const check = tool('oxfmt/bin/oxfmt', '--config', 'tooling/oxfmtrc.json', '--check', ...written())
    await expect(check).resolves.toContain('All matched files')
  })

  it('writes code that compiles', async () => {
    // By the compiler in Go, like all sources.
    const files = written()
    writeFileSync(
      join(copy, 'tsconfig.written.json'),
      JSON.stringify({ extends: './tsconfig.json', include: [], files }),
    )
    const types = tool('typescript-native/bin/tsc', '--checkers', '1', '--noEmit', '-p', 'tsconfig.written.json')
    await expect(types).resolves.toBe('')
  })

  it('writes code without lint errors or forbidden imports', async () => {
    await tool('oxlint/bin/oxlint', '--config', 'tooling/oxlintrc.json', '--deny-warnings', ...written())
    const layers = 'dependency-cruiser/bin/dependency-cruise.mjs'
    // Packages without new files are not followed: the layers exclude circles between packages, and are checked on all
    // sources elsewhere.
    const changed = new Set(written().map((file) => file.split('/')[1]))
    const others = `node_modules|/dist/|^packages/(?!(?:${[...changed].join('|')})/)`
    await tool(layers, '--config', 'tooling/dependency-cruiser.cjs', '--do-not-follow', others, ...written())
  })

  it('writes code that passes its tests and the conformance suite', async () => {
    const fresh = ['sample-jitter', 'sample-change', 'sample-nearness', 'sample-size', 'sample-records', 'sample-share']
    // Every exported function has a docblock with all tags, including the new ones.
    const own = await tests('packages/methods-fresh', 'tooling/docblocks', ...fresh)
    // Their own tests, and the conformance tests of the two methods of the new package.
    expect(own.length).toBeGreaterThan(21)
    const changed = ['attacks', 'methods-noise', 'metrics', 'services', 'tabular']
    const conformance = changed.map((name) => `packages/${name}/src/plugin.conformance`)
    const conforming = await tests('--testNamePattern', fresh.join('|'), ...conformance)
    expect(conforming.sort()).toEqual(
      [
        'noise/sample-jitter',
        'loss/sample-change',
        'risk/sample-nearness',
        'services/sample-size',
        'attacks/sample-records',
        'tabular/sample-share',
      ]
        .map((id) => `is passed by ${id}`)
        .sort(),
    )
  })

  it.each([
    [['method'], /usage/],
    [['service', 'x/y'], /usage/],
    [['service', 'services/x', 'folder'], /usage/],
    [['service', 'services/sample-size'], /sample-size\.ts is there already/],
    [['attack', 'risk/x'], /usage/],
    [['table', 'risk/x'], /usage/],
    [['table', 'tabular/p-percent'], /p-percent\.ts is there already/],
    [['attack', 'attacks/inversion'], /inversion\.ts is there already/],
    [['metric', 'loss/x'], /folders: .*linkage/],
    [['metric', 'score/x', 'scores'], /usage/],
    [['metric', 'loss/x', '../x'], /usage/],
    [['metric', 'loss/sample-change', 'distributions'], /sample-change\.ts is there already/],
    [['metric', 'risk/sample-change', 'linkage'], /exports a sampleChangeMetric already/],
    [['method', 'noise/x', 'folder'], /usage/],
    [['method', 'Noise/x'], /usage/],
    [['method', 'noise/../x'], /usage/],
    [['method', 'noise/sample-jitter'], /sample-jitter\.ts is there already/],
    [['method', 'stats/x'], /not a plugin/],
  ])('refuses %j', async (args, message) => {
    await expect(gen(...args)).rejects.toThrow(message)
  })
})
