import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path/posix'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))

interface Rule {
  readonly name: string
  readonly from: { readonly path: string }
  readonly to: { readonly pathNot: readonly string[] }
}

/** Returns the packages that a pattern of the rules names: `^(packages)/(core|methods-[^/]+)/`. */
function namesOf(pattern = ''): string {
  const [, folder, names = ''] = /^\^\((\w+)\)\/\((.*)\)\/$/.exec(pattern) ?? []
  const all = names.replaceAll('[^/]+', '*').split('|')
  return all
    .filter((name) => name !== '')
    .map((name) => `\`${folder === 'packages' ? name : `${folder}/${name}`}\``)
    .join(', ')
}

describe('CONTRIBUTING.md', () => {
  it('shows the allowed imports of the rules', async () => {
    const { default: config } = (await import(join(root, 'tooling/dependency-cruiser.cjs'))) as {
      default: { forbidden: readonly Rule[] }
    }
    const rows = config.forbidden
      .filter(({ name }) => name.startsWith('layer-'))
      .map(({ from, to }) => `| ${namesOf(from.path)} | ${namesOf(to.pathNot[1]) || 'nothing'} |`)
    const table = ['| package | may import |', '| --- | --- |', ...rows].join('\n')
    const [, written] =
      /<!-- layers -->\n([\s\S]*?)\n?<!-- \/layers -->/.exec(readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8')) ?? []
    expect(written).toBe(table)
  })
})

/** Most sources of a folder, without tests and their fixtures. */
const MOST_SOURCES = 20

describe('the folders', () => {
  it(`have at most ${MOST_SOURCES} sources each`, () => {
    const files = execFileSync('git', ['ls-files', 'packages', 'apps', 'tooling'], { cwd: root, encoding: 'utf8' })
    const sources = files
      .split('\n')
      .filter((file) => /\.([cm]?[jt]s|svelte)$/.test(file) && existsSync(join(root, file)))
      .filter((file) => !/\.(test|test-data|fixture|bench|config|d)\.[cm]?[jt]s$/.test(file))
    const counts = new Map<string, number>()
    for (const file of sources) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1)
    expect(counts.size).toBeGreaterThan(100)
    expect([...counts].filter(([, count]) => count > MOST_SOURCES)).toEqual([])
  })
})
