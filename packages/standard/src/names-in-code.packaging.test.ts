import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRegistry, type Card, type Plugin, type Sort } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import standard from './index.js'

/** CONTRIBUTING.md's rules for names in code. */
const registry = createRegistry().use(standard).freeze()
const sorts: readonly Sort[] = ['methods', 'metrics', 'services', 'tables', 'attacks']
const membersOf = (plugin: Plugin, sort: Sort): readonly Card[] => plugin[sort] ?? []
const members = sorts.flatMap((sort) => registry.all(sort))

const packages = new URL('../../', import.meta.url)
// Only sources: other tests create and remove folders next to them.
const definitions = readdirSync(packages)
  .map((name) => `${name}/src/`)
  .filter((folder) => existsSync(new URL(folder, packages)))
  .flatMap((folder) => {
    const files = readdirSync(new URL(folder, packages), { recursive: true, encoding: 'utf8' })
    return files.map((file) => folder + file)
  })
  .filter((file) => file.endsWith('.ts') && !/test-kit|\btesting\/|\.test\.|\.fixture\./.test(file))
  .flatMap((file) => {
    const text = readFileSync(new URL(file, packages), 'utf8')
    return [...text.matchAll(/^export const (\w+)[^=\n]* = define(Method|Metric)\(/gm)].map(([, name, sort]) => {
      const id = /\bid: '([^']+)'/.exec(text)?.[1] ?? /^const (?:id|METRIC) = '([^']+)'/m.exec(text)?.[1] ?? ''
      return {
        file,
        name,
        sort,
        id,
        last: id.split('/')[1],
        folder: file.split('/')[0],
        docblockFirst: text.startsWith('/**'),
      }
    })
  })

describe('names in code', () => {
  it('every method and metric is found in a file', () => {
    const registered = [...registry.all('methods'), ...registry.all('metrics')].map(({ id }) => id)
    expect(definitions.map(({ id }) => id).sort()).toEqual(registered.sort())
  })

  it('the file of each begins with its docblock', () => {
    expect(definitions.filter(({ docblockFirst }) => !docblockFirst).map(({ file }) => file)).toEqual([])
  })

  it.each(definitions)('$id is named after its id, and so is its file', ({ file, name, sort, id, last, folder }) => {
    const words = (text: string): string =>
      text.replace(/(?:^|-)([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
    const twins = definitions.filter((one) => one.last === last && one.folder === folder)
    const expected = `${words(last)}${twins.length > 1 ? words(id.split('/')[0]) : ''}${sort}`
    expect(`${name[0].toUpperCase()}${name.slice(1)}`).toBe(expected)
    expect([`${last}.ts`, `${last}-${sort.toLowerCase()}.ts`]).toContain(file.split('/').at(-1))
  })
})

describe('exports of packages', async () => {
  const loaded = await Promise.all(
    standard.map(async (plugin) => ({ plugin, exports: (await import(plugin.name)) as Record<string, unknown> })),
  )
  const suffixes = { methods: 'Method', metrics: 'Metric', services: 'Service', attacks: 'Attack' } as const
  const suffixOf = (sort: Sort, member: object): string =>
    sort !== 'tables' ? suffixes[sort] : 'step' in member && member.step === 'sensitivity' ? 'Rule' : 'Method'
  const camelCase = (words: string): string =>
    words.replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
  const exported = loaded.flatMap(({ plugin, exports }) => {
    const own = sorts.flatMap((sort) => membersOf(plugin, sort).map((member) => ({ sort, member })))
    return own.map(({ sort, member }) => {
      const [family = '', last = ''] = member.id.split('/')
      const twins = own.filter((one) => one.sort === sort && one.member.id.endsWith(`/${last}`))
      const name = camelCase(`${last}${twins.length > 1 ? `-${family}` : ''}`) + suffixOf(sort, member)
      return { id: member.id, sort, plugin, member, exports, name }
    })
  })

  it('are all members of the registry', () => expect(exported.length).toBe(members.length))

  it.each(exported)('$id is $name', ({ member, exports, name }) => expect(exports[name]).toBe(member))

  it.each(loaded)('$plugin.name exports nothing else with such a name', ({ plugin, exports }) => {
    const own = new Set<unknown>(sorts.flatMap((sort) => membersOf(plugin, sort)))
    const others = Object.keys(exports).filter((name) => !own.has(exports[name]))
    expect(others.filter((name) => /(Method|Metric|Service|Attack|Rule)$/.test(name))).toEqual([])
  })

  /** The functions that a file has or imports from its package, and those of the files that these are in. */
  const functionsOf = (file: string, depth = 2): string[] => {
    const text = readFileSync(new URL(file, packages), 'utf8')
    const own = [...text.matchAll(/^export function (\w+)/gm)].map(([, name = '']) => name)
    const imports = [...text.matchAll(/^import \{([^}]*)\} from '(\.[^']*)\.js'/gm)]
    return imports.reduce<string[]>((names, [, listed = '', path = '']) => {
      const next = new URL(`${path}.ts`, new URL(file, packages)).href.slice(packages.href.length)
      return [...names, ...listed.split(/[,\s]+/), ...(depth > 0 ? functionsOf(next, depth - 1) : [])]
    }, own)
  }

  it.each(exported.filter(({ sort }) => sort === 'methods'))(
    '$id has its kernel in the same folder',
    ({ id, exports }) => {
      const file = definitions.find((one) => one.id === id)?.file ?? ''
      const kernels = functionsOf(file).filter((name) => typeof exports[name] === 'function')
      // Recoding by a table of the user is a few lines on datasets: there is no function on arrays.
      if (id !== 'coding/global-recode') expect(kernels).not.toEqual([])
    },
  )
})
