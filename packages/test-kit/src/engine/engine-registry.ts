import {
  createRegistry,
  defineMethod,
  definePlugin,
  takeColumn,
  withColumns,
  type Catalogue,
  type Column,
  type MaskResult,
  type Plugin,
  type Registry,
  type Sort,
} from '@sdc/core'
import { parseFileSchema } from '@sdc/engine'
import * as z from 'zod'
import { artificialFile, noisyColumn, permutedFile, rolesOf } from '../shared/artificial.js'
import type { CheckOptions } from '../shared/references.js'
import { maskByPlan } from '@sdc/toolkit'

/** Masks a file before a method that works on a masked one. */
export const maskedBefore = defineMethod({
  id: 'conformance/before',
  title: 'Noise on every column',
  summary: 'Adds noise to numbers and redraws categories, so that a post-masking method has something to work on.',
  formula: 'y = x + s·u/2',
  source: [{ where: 'The conformance suite' }],
  params: z.object({}),
  traits: { accepts: ['numeric', 'ordered', 'nominal'], stochastic: true, missing: 'keep', scope: 'file' },
  plan: () => ({
    form: 'file',
    mask({ data, columns, rng }) {
      // Records in the first half are equal in fours, as after microaggregation.
      const alike = Int32Array.from({ length: data.rows }, (_, i) => (i < data.rows / 2 ? i - (i % 4) : i))
      const masked = columns.map((name): readonly [string, Column] => {
        return [name, takeColumn(noisyColumn(data.column(name), 0.5, rng.child(name)), alike)]
      })
      return { files: [{ columns: new Map(masked) }] }
    },
  }),
})

/**
 * Masks a file before a method whose values only change places: noise as before, then the original's values in its
 * order.
 */
export const permutedBefore = defineMethod({
  ...maskedBefore,
  id: 'conformance/permuted-before',
  title: 'Noise on every column, reverse-mapped',
  formula: 'z = x_(r), r the rank of x + s·u/2',
  traits: { ...maskedBefore.traits, draws: 'choices', claims: { marginals: true } },
  plan: () => ({
    form: 'file',
    mask(input) {
      const { files } = maskByPlan(maskedBefore, input) as MaskResult
      const permuted = permutedFile(input.data, withColumns(input.data, files[0].columns), input.columns)
      return { files: [{ columns: new Map(input.columns.map((name) => [name, permuted.column(name)])) }] }
    },
  }),
})

const registries = new WeakMap<object, Map<Registry | undefined, Registry>>()

/** Returns a frozen registry with one subject, the methods that it needs before it, and its references. */
export function registryWith<K extends Sort>(sort: K, subject: Catalogue[K], options: CheckOptions): Registry {
  const known = registries.get(subject) ?? new Map<Registry | undefined, Registry>()
  const made = known.get(options.registry) ?? newRegistry(sort, subject, options)
  registries.set(subject, known)
  known.set(options.registry, made)
  return made
}

function newRegistry<K extends Sort>(sort: K, subject: Catalogue[K], { registry }: CheckOptions): Registry {
  const others = (registry?.plugins ?? []).flatMap((plugin): Plugin[] => {
    const members = (plugin[sort] ?? []) as readonly Catalogue[Sort][]
    if (!members.some(({ id }) => id === subject.id)) return [plugin]
    const rest = { ...plugin, [sort]: members.filter(({ id }) => id !== subject.id) } as Plugin
    return sorts.some((one) => (rest[one] ?? []).length > 0) ? [rest] : []
  })
  // Its references stay with its own plugin: here it is run, not cited.
  const alone = { ...subject, source: subject.source.map(({ where }) => ({ where })) }
  const own = { name: 'conformance', version: '0.0.0', sdc: '^1', [sort]: [alone] } as Plugin
  const before = definePlugin({
    ...own,
    name: 'conformance-before',
    [sort]: [],
    methods: [maskedBefore, permutedBefore],
  })
  return createRegistry()
    .use([...others, own, before])
    .freeze()
}

const sorts: readonly Sort[] = ['methods', 'metrics', 'services', 'tables', 'attacks']

/** The schema of the artificial file. */
export const artificialSchema: ReturnType<typeof parseFileSchema> = schemaOf()

function schemaOf(): ReturnType<typeof parseFileSchema> {
  const { keys, confidential, given, identifiers, weight, household } = rolesOf(artificialFile(1))
  const role = (names: readonly (string | undefined)[], of: string): [string, object][] =>
    names.flatMap((name): [string, object][] => (name === undefined ? [] : [[name, { role: of }]]))
  return parseFileSchema({
    columns: Object.fromEntries([
      ...role(keys, 'quasi-identifier'),
      ...role(confidential, 'confidential'),
      ...role(given, 'non-confidential'),
      ...role(identifiers, 'identifier'),
      ...role([weight], 'weight'),
      ...role([household], 'household'),
    ]),
  })
}
