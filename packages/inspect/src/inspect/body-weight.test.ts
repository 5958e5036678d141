import { dataset, numeric, type Dataset } from '@sdc/core'
import { readCsv } from '@sdc/files'
import { describe, expect, it } from 'vitest'
import { guessedRoles } from './guessed-roles.js'

const columns = (...names: readonly string[]): Dataset =>
  dataset(
    names.map((name, j) => [name, numeric(Float64Array.from({ length: 30 }, (_, i) => 50 + ((7 * i + j) % 29) + 0.5))]),
  )
const roleOf = (data: Dataset, name: string) => guessedRoles(data, undefined).roles.get(name)

describe('weight columns', () => {
  it.each([
    ['weight', 'height'],
    ['Gewicht', 'Größe'],
    ['poids', 'taille'],
    ['peso', 'estatura'],
    ['weight_kg', 'income'],
    ['weight', 'diagnosis'],
  ])('with the name %s next to %s may be a body weight, with a question', (name, other) => {
    expect(roleOf(columns(name, other), name)).toMatchObject({ role: 'confidential', unsure: true })
  })

  it.each([
    ['sampling_weight', 'height'],
    ['pweight', 'diagnosis'],
    ['ponderación', 'taille'],
  ])('with the name %s next to %s is a sampling weight', (name, other) => {
    expect(roleOf(columns(name, other), name)).toMatchObject({ role: 'weight' })
  })

  it('with no name but weight needs an answer, unless its values are typical of a sample', () => {
    const roleBy = (weight: (i: number) => number | string): unknown => {
      const rows = Array.from({ length: 60 }, (_, i) => `${weight(i)},${i % 4},${(i * 37) % 101}`)
      return guessedRoles(readCsv(`weight,region,income\n${rows.join('\n')}\n`).dataset, undefined).roles.get('weight')
    }
    const asks = { role: 'confidential', unsure: true }
    expect(roleBy((i) => 50 + ((7 * i) % 29))).toMatchObject(asks)
    expect(roleBy((i) => (i % 4) / 4 + 0.5)).toMatchObject(asks)
    expect(roleBy((i) => (i % 9 === 0 ? '?' : 60 + (i % 4)))).toMatchObject(asks)
    expect(roleBy((i) => 3400 + ((131 * i) % 997))).toMatchObject(asks)
    // Constant within regions, larger than bodies, or equal for all records.
    for (const weight of [(i: number) => 60 + (i % 4), (i: number) => 9000 + 700 * ((7 * i) % 29), () => 25])
      expect(roleBy(weight)).toMatchObject({ role: 'weight', unsure: false })
  })
})
