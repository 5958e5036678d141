import { createRegistry, messageText } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { readSchema } from '@sdc/inspect'
import { dropped, registry } from '../../../inspect/src/in-memory.fixture.js'
import { thirdParty } from '../../../inspect/src/third-party.fixture.js'
import { attackRunOutput } from './output.js'
import { registeredAttack, type RegisteredAttackOptions } from './registered-attack.js'
import { registeredAttackJson, registeredAttackText } from './registered-output.js'

/** Released values in ascending order; income is masked by 2x + 3 for 5, 1, 9, 5, tax is unchanged. */
const released = dropped('released.csv', 'income,tax,note\n1,10,a\n5,20,b\n5,30,c\n9,40,d\n')
const masked = dropped('masked.csv', 'income,tax\n13,20\n5,10\n21,40\n13,30\n')
const linear =
  'functions=[{"kind":"linear","a":2,"b":3,"column":"income"},{"kind":"linear","a":1,"b":0,"column":"tax"}]'
const options: RegisteredAttackOptions = { attack: 'attacks/inversion', columns: 'all', set: [linear], seed: 1 }
const known = [['masked', masked] as const]

describe('registeredAttack', () => {
  it('returns the knowledge gained, with its unit and tables', async () => {
    const { result, messages } = await registeredAttack({ released, known }, options, registry)
    expect(messages.map(messageText)).toEqual(['note: left out, because not every file has them like that: note'])
    const json = attackRunOutput.parse(registeredAttackJson(result))
    // The two fives are one value, so all four incomes and all four taxes are recovered.
    expect(json).toMatchObject({
      attack: 'attacks/inversion',
      columns: ['income', 'tax'],
      value: 100,
      unit: '%',
      used: 8,
      byColumn: { income: 100, tax: 100 },
      records: [100, 100, 100, 100],
    })
    expect(json.tables?.columns).toMatchObject({ column: ['income', 'tax'], recovered: [4, 4] })
    const text = registeredAttackText(result)
    expect(text.split('\n').at(-1)).toBe('attacks/inversion: 100 %, of income, tax; it rests on 8')
    expect(text).toMatch(/income +4 +4/)
  })

  it('gives the reason for a missing value', async () => {
    const third = createRegistry().use(thirdParty).freeze()
    const asked = { attack: 'third/nothing', columns: ['income'], seed: 1 }
    const { result } = await registeredAttack({ released, known: [] }, asked, third)
    const json = attackRunOutput.parse(registeredAttackJson(result))
    expect(json).toMatchObject({ value: null, reason: 'there is nothing to learn', used: 4 })
    expect(registeredAttackText(result)).toContain('no value: there is nothing to learn')
    await expect(registeredAttack({ released, known }, asked, third)).rejects.toMatchObject({
      code: 'BAD_OPTION',
      fix: expect.stringContaining('leave known out'),
    })
  })

  it('takes its columns from a schema, which may name columns that were not released', async () => {
    const schema = readSchema(
      dropped('s.yaml', 'columns: { income: { role: confidential }, name: { role: identifier } }'),
    )
    const asked = { ...options, columns: undefined, set: ['functions=[{"kind":"linear","a":2,"b":3}]'], schema }
    const { result } = await registeredAttack({ released, known }, asked, registry)
    expect(result).toMatchObject({ columns: ['income'], measurement: { value: 100, used: 4 } })
  })

  it('names missing files and columns with their purpose', async () => {
    const failing = (
      data: Parameters<typeof registeredAttack>[0],
      more: Partial<RegisteredAttackOptions> = {},
    ): Promise<unknown> => registeredAttack(data, { ...options, ...more }, registry)
    await expect(failing({ released, known: [] })).rejects.toMatchObject({
      code: 'BAD_OPTION',
      message: 'attacks/inversion needs to know: masked',
      fix: expect.stringMatching(/known: masked=FILE: Masked file before reverse mapping/),
    })
    await expect(failing({ released, known: [...known, ['register', masked]] })).rejects.toMatchObject({
      code: 'BAD_OPTION',
      message: expect.stringContaining('"register"'),
    })
    await expect(failing({ released, known: [...known, ...known] })).rejects.toThrow(/given twice/)
    await expect(failing({ released, known }, { attack: 'attacks/inversions' })).rejects.toMatchObject({
      code: 'UNKNOWN_ATTACK',
    })
    await expect(failing({ released, known }, { set: ['tolerance=-1'] })).rejects.toMatchObject({
      code: 'BAD_PARAMETER',
      message: expect.stringContaining('attacks/inversion: tolerance'),
    })
    await expect(failing({ released, known }, { columns: ['wage'] })).rejects.toMatchObject({ code: 'UNKNOWN_COLUMN' })
  })

  it('accepts the files that its intruder may know, and lists these for any other file', async () => {
    const asked: RegisteredAttackOptions = { attack: 'attacks/exact-moments', columns: ['income'], seed: 1 }
    const alone = await registeredAttack({ released, known: [] }, asked, registry)
    expect(alone.result.measurement).toMatchObject({ used: 4 })
    const more = await registeredAttack({ released, known: [['original', released]] }, asked, registry)
    expect(more.result.measurement.tables?.get('columns')?.names).toContain('right')
    await expect(
      registeredAttack({ released, known: [['register', released]] }, asked, registry),
    ).rejects.toMatchObject({
      code: 'BAD_OPTION',
      fix: expect.stringMatching(/known: known=FILE: Records.*\n.*known: original=FILE/),
    })
    // Columns on which the masking conditioned are not attacked.
    const given = { ...asked, columns: 'all', given: ['tax', 'note'] } as const
    expect((await registeredAttack({ released, known: [] }, given, registry)).result.columns).toEqual(['income'])
  })
})
