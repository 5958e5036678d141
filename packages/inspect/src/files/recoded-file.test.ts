import { createRegistry, defineMethod, definePlugin, numericValues, type Column, type Registry } from '@sdc/core'
import { measureFiles, parseFileSchema, parseStep, rolesOf, rootRng } from '@sdc/engine'
import standard from '@sdc/standard'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { bytesOfPeople, dropped, filesOf, people, textIn } from '../in-memory.fixture.js'
import { produce } from '@sdc/release'
import { readMasked, readTable } from './tables.js'

/** Incomes become three classes, and the lowest one is suppressed, as recoding and suppression may do. */
const classes = defineMethod({
  id: 'third/classes',
  title: 'Classes',
  summary: 'Three classes of income.',
  formula: 'y = class of x',
  source: [{ where: 'A fixture' }],
  traits: { kinds: 'coarser', changes: 'unsafe', missing: 'own' },
  params: z.object({}),
  plan: () => ({
    form: 'file',
    mask({ data, columns }) {
      const [name] = columns
      const levels = ['10000 and more', '3000-4999', '5000-9999', 'under 3000']
      // The order of the levels is not alphabetical.
      const order = [3, 1, 2, 0]
      const codes = Int32Array.from(numericValues(data, name), (value) => (value < 1200 ? -1 : value < 3000 ? 0 : value < 5000 ? 1 : 2)) // oxfmt-ignore
      const column: Column = { kind: 'categorical', codes, levels: order.map((at) => levels[at]), ordered: true }
      return { files: [{ columns: new Map([[name, column]]) }] }
    },
  }),
})

const registry: Registry = createRegistry()
  .use([...standard, definePlugin({ name: 'third', version: '1.0.0', sdc: '^1', methods: [classes] })])
  .freeze()
const schema = parseFileSchema({
  missing: ['-9'],
  columns: {
    id: { role: 'identifier' },
    income: { kind: 'numeric', role: 'quasi-identifier' },
    region: { role: 'quasi-identifier' },
    tax: { role: 'confidential' },
  },
})

async function recoded(): Promise<{ masked: Column; file: ReturnType<typeof filesOf>[number]; manifest: string }> {
  const source = readTable(people(), schema)
  const steps = [parseStep({ use: 'third/classes', columns: ['income'] })]
  const { artefacts, result } = await produce(
    { source, bytes: bytesOfPeople },
    { steps, schema, seed: '1', out: 'out.csv' },
    registry,
  )
  const [file] = filesOf(artefacts, 'masked')
  const [manifest] = filesOf(artefacts, 'public-manifest')
  return { masked: result.files[0].data.column('income'), file, manifest: textIn(manifest) }
}

describe('a file with numbers recoded to classes', () => {
  it('is read with its manifest: classes in their order, suppressed cells as missing', async () => {
    const { masked, file, manifest } = await recoded()
    expect(JSON.parse(manifest)).toMatchObject({
      // No record has the fourth class: its presence in the list would reveal it.
      columns: {
        income: {
          kind: 'categorical',
          levels: ['under 3000', '3000-4999', '5000-9999'],
          ordered: true,
          missing: ['-9'],
        },
      },
    })
    const original = readTable(people(), schema).dataset
    const read = readMasked(file, original, schema, [dropped('out.manifest.json', manifest)]).dataset.column('income')
    if (read.kind !== 'categorical' || masked.kind !== 'categorical') throw new Error('the classes are gone')
    expect(read.ordered).toBe(true)
    expect([...read.codes].map((code) => read.levels[code])).toEqual(
      [...masked.codes].map((code) => masked.levels[code]),
    )
    expect([...read.codes]).toContain(-1)
  })

  it('is not read with the manifest of another file', async () => {
    const { file, manifest } = await recoded()
    const original = readTable(people(), schema).dataset
    const other = { ...file, content: `${textIn(file)}\n` }
    expect(() => readMasked(other, original, schema, [dropped('out.manifest.json', manifest)])).toThrow(
      expect.objectContaining({ code: 'NOT_NUMERIC' }),
    )
  })

  it('is refused if a class would be read as a missing value', async () => {
    const missing = { ...schema, missing: ['3000-4999'] }
    const source = readTable(people(), missing)
    const steps = [parseStep({ use: 'third/classes', columns: ['income'] })]
    await expect(
      produce({ source, bytes: bytesOfPeople }, { steps, schema: missing, seed: '1', out: 'out.csv' }, registry),
    ).rejects.toMatchObject({
      code: 'BAD_PARAMETER',
      place: { column: 'income' },
      message: expect.stringContaining('"3000-4999"'),
    })
  })

  it('has no risk that compares its classes with values, but has those of its quasi-identifiers', async () => {
    const { file, manifest } = await recoded()
    const original = readTable(people(), schema).dataset
    const masked = readMasked(file, original, schema, [dropped('out.manifest.json', manifest)]).dataset
    const origin = Int32Array.from({ length: 60 }, (_, i) => i)
    const measured = await measureFiles({
      registry,
      original,
      masked,
      origin,
      columns: ['income', 'region'],
      given: [],
      roles: rolesOf(original, schema),
      rng: rootRng('1'),
      metrics: ['risk/membership', 'risk/k-anonymity', 'loss/entropy'].map((use) => ({ use, params: {} })),
    })
    const of = new Map(measured.map((one) => [one.metric.id, one.measurement]))
    expect(of.get('risk/membership')).toMatchObject({
      value: null,
      reason: expect.stringContaining('column "income" was recoded to classes: every record would look safe'),
    })
    expect(of.get('risk/k-anonymity')?.value).toBeGreaterThanOrEqual(0)
    // Computed on the column region alone, which was not changed.
    expect(of.get('loss/entropy')?.value).toBe(0)
  })
})
