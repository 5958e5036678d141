import { describe, expect, it } from 'vitest'
import { censusColumns } from '@sdc/testing/public-files'
import { vmdav } from './vmdav.js'
import { naiveVmdav } from './vmdav.fixture.js'

describe('vmdav on census.csv', () => {
  it('k = 10: equals its definition', () => {
    const columns = [...censusColumns().values()]
    expect([...vmdav(columns, 10, { gamma: 0.8 })]).toEqual(naiveVmdav(columns, 10, 0.8, 'k'))
  })
})
