import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { numericValues } from '@sdc/core'
import { build } from 'esbuild'
import { describe, expect, it } from 'vitest'
import { census, censusCsv } from '../census.js'
import { eia, eiaCsv } from '../eia.js'

const files = [
  {
    name: 'census',
    read: census,
    text: censusCsv,
    shape: [1080, 13],
    texts: [],
    mark: '270914,250802,299391',
    // SHA-256 of the published file.
    hash: '40fb91564d4379274610e941161fd38729adb471bddb9c71d7c01ef142fd0f5b',
  },
  {
    name: 'eia',
    read: eia,
    text: eiaCsv,
    shape: [4092, 15],
    texts: ['UTILNAME', 'STATE'],
    mark: eiaCsv.split('\n')[1],
    hash: '4df54e21b3451e3c0b6081fa1c9ef5dbd8f09d484925ed2ade759b78b4869d1b',
  },
] as const

describe.each(files)('$name', ({ read, text, shape, texts, hash }) => {
  it('has the bytes of the file', () => {
    expect(createHash('sha256').update(text).digest('hex')).toBe(hash)
  })

  it('has its records, columns and kinds', () => {
    const data = read()
    expect([data.rows, data.names.length]).toEqual(shape)
    expect(data.names.join()).toBe(text.slice(0, text.indexOf('\n')))
    expect(data.names.filter((name) => data.column(name).kind === 'categorical')).toEqual(texts)
    const missing = data.names.filter((name) => {
      const column = data.column(name)
      return column.kind === 'numeric' ? column.values.some(Number.isNaN) : column.codes.includes(-1)
    })
    expect(missing).toEqual([])
  })

  it('is a new object in every call', () => {
    const name = read().names[1]
    const column = read().column(name)
    if (column.kind === 'numeric') column.values.fill(0)
    else column.codes.fill(0)
    expect(read().column(name)).not.toEqual(column)
  })
})

it('census.csv satisfies the identities that make its covariance matrix singular', () => {
  const [total, earned, other, wages] = ['PTOTVAL', 'PEARNVAL', 'POTHVAL', 'WSALVAL'].map((name) =>
    numericValues(census(), name),
  )
  expect(total).toEqual(earned.map((value, i) => value + other[i]))
  expect(earned.filter((value, i) => value === wages[i])).toHaveLength(1019)
})

/** Files of this package in a program that imports everything from an entry. */
async function bundled(entry: string): Promise<{ inputs: string[]; text: string }> {
  const { metafile, outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL(`../${entry}.ts`, import.meta.url))],
    bundle: true,
    packages: 'external',
    // Without the paths of tsconfig.json, which would count other packages as files of this one.
    tsconfigRaw: {},
    platform: 'browser',
    format: 'esm',
    metafile: true,
    write: false,
  })
  const inputs = Object.keys(metafile.inputs).map((path) => path.replace(/^.*\//, ''))
  return { inputs, text: outputFiles[0].text }
}

describe('a bundle', () => {
  it('the main entry contains neither file', async () => {
    const { inputs, text } = await bundled('index')
    expect(inputs).toContain('paper-000.ts')
    expect(inputs.filter((name) => /-csv[.]ts$/.test(name))).toEqual([])
    for (const { mark } of files) expect(text).not.toContain(mark)
  })

  it.each(files)('the entry $name contains that file and not the other', async ({ name }) => {
    const { inputs, text } = await bundled(name)
    expect(inputs.sort()).toEqual([`${name}-csv.ts`, `${name}.ts`, 'plain-csv.ts'].sort())
    expect(files.map(({ mark }) => text.includes(mark))).toEqual(files.map((file) => file.name === name))
  })
})
