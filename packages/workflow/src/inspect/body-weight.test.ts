import { dataset, numeric, type Dataset } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { guessedRoles } from './guessed-roles.js'

const columns = (...names: readonly string[]): Dataset =>
  dataset(
    names.map((name, j) => [name, numeric(Float64Array.from({ length: 30 }, (_, i) => 50 + ((7 * i + j) % 29) + 0.5))]),
  )
const roleOf = (data: Dataset, name: string) => guessedRoles(data, undefined).roles.get(name)

describe('a weight', () => {
  it.each([
    ['weight', 'height'],
    ['Gewicht', 'Größe'],
    ['poids', 'taille'],
    ['peso', 'estatura'],
    ['weight_kg', 'income'],
    ['weight', 'diagnosis'],
  ])('called %s beside %s may be of a body, and asks', (name, other) => {
    expect(roleOf(columns(name, other), name)).toMatchObject({ role: 'confidential', unsure: true })
  })

  it.each([
    ['weight', 'income'],
    ['sampling_weight', 'height'],
    ['pweight', 'diagnosis'],
    ['ponderación', 'taille'],
  ])('called %s beside %s is that of the sample', (name, other) => {
    expect(roleOf(columns(name, other), name)).toMatchObject({ role: 'weight' })
  })
})
