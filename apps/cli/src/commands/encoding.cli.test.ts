import { readFileSync, writeFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { sdc, workFolder } from '../cli.fixture.js'

const { path, write, read } = workFolder()

/** Rows in the form that German Excel exports: semicolons, decimal commas, umlauts, € and ß. */
const rows = Array.from({ length: 60 }, (_, i) => {
  const income = `${1000 + ((i * 7919) % 613)},${i % 10}5`
  return `${i + 1};${income};${20 + (i % 40)};${['Köln', 'Gießen', 'Münster'][i % 3]}`
})
const text = `Nr;Einkommen in €;Alter;Größe „Ort“\n${rows.join('\n')}\n`
const special: Readonly<Record<string, number>> = { '€': 0x80, '„': 0x84, '“': 0x93 }
const excel = path('excel.csv')
writeFileSync(
  excel,
  Uint8Array.from(text, (letter) => special[letter] ?? letter.charCodeAt(0)),
)
const western = ['--encoding', 'windows-1252'] as const
const schema = write(
  'schema.yaml',
  'columns:\n  Nr: { role: identifier }\n  "Einkommen in €": { role: confidential }\n  Alter: { role: quasi-identifier }\n  "Größe „Ort“": { role: non-confidential }\n',
)

describe('a German Excel export', () => {
  it('is refused as UTF-8, with advice on the option for its encoding', async () => {
    const { status, stderr } = await sdc('inspect', excel)
    expect({ status, stderr }).toMatchObject({ status: 2, stderr: expect.stringContaining('--encoding windows-1252') })
  })

  it('can be inspected, released and replayed', async () => {
    const inspected = await sdc('inspect', excel, ...western)
    expect(inspected.status, inspected.stderr).toBe(0)
    expect(inspected.stdout).toContain('Einkommen in €')
    const method = ['--method', 'noise/additive', '--schema', schema, '--columns', 'Einkommen in €,Alter']
    const release = ['--release', '--private', path('keep.json'), '--accept-open', 'Größe „Ort“']
    const out = path('public.csv')
    const made = await sdc('mask', excel, ...western, ...method, ...release, '-o', out)
    expect(made.status, made.stderr).toBe(0)
    const bytes = readFileSync(out)
    expect(bytes.includes(0x80)).toBe(true)
    expect(bytes.subarray(0, bytes.indexOf(10)).toString('latin1')).toContain('Gr\u00F6\u00DFe')
    const again = await sdc('run', path('keep.json'), ...western, '--data', excel, '-o', path('again.csv'))
    expect(again.status, again.stderr).toBe(0)
    expect(readFileSync(path('again.csv')).equals(bytes)).toBe(true)
    const measured = await sdc(
      'measure',
      excel,
      out,
      ...western,
      '--origin',
      path('keep.json'),
      '--metrics',
      'risk/dld',
    )
    expect(measured.status, measured.stderr).toBe(0)
  })

  it('is released several times by an attack', async () => {
    const plan = write(
      'repeated.yaml',
      'data: excel.csv\nsteps: [{ use: noise/additive, columns: [Einkommen in €] }]\n',
    )
    const { status, stdout, stderr } = await sdc('attack', 'repeated', plan, ...western)
    expect(status, stderr).toBe(0)
    expect(stdout).toContain('Einkommen in €')
  })

  it('is refused if a byte has no character', async () => {
    const broken = path('broken.csv')
    writeFileSync(broken, Uint8Array.of(0x61, 0x0a, 0x81, 0x0a))
    const { status, stderr } = await sdc('inspect', broken, ...western)
    expect({ status, stderr }).toMatchObject({ status: 2, stderr: expect.stringMatching(/line 2: the byte 0x81/) })
  })
})

describe('the name of an output', () => {
  const plain = write('plain.csv', `id,x,y\n${rows.map((_, i) => `${i},${(i * 37) % 101},${i % 7}`).join('\n')}\n`)
  const mask = ['mask', plain, '--method', 'noise/additive', '--columns', 'x', '--seed', '1'] as const

  it('.parquet gives Parquet with the values of the CSV file, which is released and replayed', async () => {
    expect((await sdc(...mask, '-o', path('masked.parquet'))).status).toBe(0)
    expect(readFileSync(path('masked.parquet')).subarray(0, 4).toString()).toBe('PAR1')
    expect((await sdc(...mask, '-o', path('same.csv'))).status).toBe(0)
    const risks = async (masked: string): Promise<string> =>
      (await sdc('measure', plain, path(masked), '--columns', 'x', '--metrics', 'risk/dbrl,loss/il1s', '--json')).stdout
    const values = (json: string): number[] =>
      Object.values((JSON.parse(json) as { metrics: Record<string, { value: number }> }).metrics).map(
        ({ value }) => value,
      )
    expect(values(await risks('masked.parquet'))).toEqual(values(await risks('same.csv')))
    const release = ['--release', '--private', path('p.json'), '--accept-open', 'id,y', '-o', path('public.parquet')]
    const made = await sdc('mask', plain, '--method', 'noise/additive', '--columns', 'x', ...release)
    expect(made.status, made.stderr).toBe(0)
    const again = await sdc('run', path('p.json'), '--data', plain, '-o', path('again.parquet'))
    expect(again.status, again.stderr).toBe(0)
    expect(readFileSync(path('again.parquet')).equals(readFileSync(path('public.parquet')))).toBe(true)
    const differs = await sdc('run', path('p.json'), '--data', plain, '-o', path('again.csv'))
    expect(differs).toMatchObject({ status: 3, stderr: expect.stringMatching(/another format of the output/) })
  })

  it('.tsv gives tab-separated text, and is refused out of core', async () => {
    const cells = write(
      'cells.csv',
      `id;x;"a\tb";c\n${rows.map((_, i) => `${i};${i % 9},5;"k\t${i % 3}";u\t${i % 4}`).join('\n')}\n`,
    )
    const schema = write(
      'cells.yaml',
      "separator: ';'\ncolumns: { x: { role: confidential }, '*': { role: non-confidential } }\n",
    )
    const release = ['--release', '--private', path('cells.json'), '--accept-open', 'id,a\tb,c']
    const made = await sdc(
      'mask',
      cells,
      '--method',
      'noise/additive',
      '--schema',
      schema,
      ...release,
      '-o',
      path('cells.tsv'),
    )
    expect(made.status, made.stderr).toBe(0)
    const [header, first] = read('cells.tsv').split('\n')
    expect(header).toBe('id\tx\t"a\tb"\tc')
    expect(first).toMatch(/^\d+\t[-\d,]+\t"k\t\d"\t"u\t\d"$/)
    const again = await sdc('run', path('cells.json'), '--data', cells, '-o', path('again.tsv'))
    expect(again.status, again.stderr).toBe(0)
    expect(read('again.tsv')).toBe(read('cells.tsv'))
    const measured = await sdc('measure', cells, path('cells.tsv'), '--origin', path('cells.json'))
    expect(measured.status, measured.stderr).toBe(0)
    const parts = await sdc(...mask, '--workers', '1', '-o', path('parts.tsv'))
    expect(parts).toMatchObject({ status: 2, stderr: expect.stringMatching(/out of core/) })
  })

  it('.csv.gz gives a compressed file', async () => {
    expect((await sdc(...mask, '-o', path('masked.csv.gz'))).status).toBe(0)
    expect((await sdc(...mask, '-o', path('masked.csv'))).status).toBe(0)
    expect(gunzipSync(readFileSync(path('masked.csv.gz'))).toString()).toBe(read('masked.csv'))
  })

  it('accepts lists with commas, and a schema that replaces the one of a plan', async () => {
    const plan = write('plan.yaml', 'data: plain.csv\nsteps: [{ use: noise/additive, columns: [x] }]\n')
    const roles = write(
      'roles.yaml',
      'columns: { id: { role: non-confidential }, x: { role: confidential }, y: { role: non-confidential } }\n',
    )
    const release = ['--release', '--private', path('listed.json'), '--accept-open', 'id,y', '-o', path('listed.csv')]
    const made = await sdc('run', plan, '--schema', roles, ...release)
    expect(made.status, made.stderr).toBe(0)
    expect(JSON.parse(read('listed.json'))).toMatchObject({
      plan: { schema: { columns: { y: { role: 'non-confidential' } } } },
    })
  })
})
