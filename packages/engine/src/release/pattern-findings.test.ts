import { dataset, numeric, seededRng, type Dataset } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { patternFindings } from './pattern-findings.js'
import { openBeside, releaseFindings } from './release-findings.js'

const rows = 60
const origin = Int32Array.from({ length: rows }, (_, i) => i)
const names = Array.from({ length: 8 }, (_, j) => `v${j}`)

/** Eight columns with new values, and cells that are missing by the same draws. */
function fileOf(values: number, share = 0.3): Dataset {
  const [lack, value] = [seededRng(1), seededRng(values)]
  return dataset(
    names.map((name) => [
      name,
      numeric(
        Array.from({ length: rows }, () => {
          const [missing, x] = [lack.uniform() < share, value.uniform()]
          return missing ? Number.NaN : x
        }),
      ),
    ]),
  )
}

describe('patternFindings', () => {
  it('identifies persons if masking keeps the pattern, with the number of records that are unique by it', () => {
    const data = fileOf(2)
    const patterns = Array.from(origin, (i) => names.map((name) => Number.isNaN((data.column(name) as { values: Float64Array }).values[i])).join()) // oxfmt-ignore
    const unique = patterns.filter((one) => patterns.filter((other) => other === one).length === 1).length
    expect(unique).toBeGreaterThan(rows / 10)
    const [found] = patternFindings(fileOf(1), { data, origin }, names)
    expect(found).toMatchObject({ kind: 'names-people', columns: names, accept: names, share: unique / rows })
    expect(found.sentence).toContain(`${unique} of ${rows} records are unique`)
    const all = releaseFindings({ original: fileOf(1), files: [{ data, origin }], columns: names })
    expect(all.map(({ sentence }) => sentence)).toContain(found.sentence)
  })

  it('identifies persons by unmasked columns before anything is masked', () => {
    const found = openBeside(fileOf(1), names.slice(0, 1)).map(({ sentence }) => sentence)
    expect(found.at(-1)).toContain('the missing cells of v1')
  })

  it('is empty if cells were filled, if few are missing, and without records', () => {
    expect(patternFindings(fileOf(1), { data: fileOf(2, 0), origin }, names)).toEqual([])
    expect(patternFindings(fileOf(1, 0.01), { data: fileOf(2, 0.01), origin }, names)).toEqual([])
    const none = dataset([['v0', numeric([])]])
    expect(patternFindings(none, { data: none, origin: new Int32Array(0) }, ['v0'])).toEqual([])
  })
})
