import { dataset, measureInput, numeric } from '@sdc/core'
import { expect, it } from 'vitest'
import { bothFiles, linkedColumn } from './metric-input.js'

const original = dataset([['a', numeric([1, 2, 3])], ['b', numeric([4, 5, 6])]]) // oxfmt-ignore
const masked = dataset([['a', numeric([7, 8, 9, 10])], ['b', numeric([0, 0, 0, 1])]]) // oxfmt-ignore
const input = measureInput(original, masked, { params: {}, origin: Int32Array.of(2, -1, 0, 0) })

it('bothFiles returns the measured columns of both files', () => {
  expect(bothFiles(input)).toEqual({
    x: [Float64Array.of(1, 2, 3), Float64Array.of(4, 5, 6)],
    y: [Float64Array.of(7, 8, 9, 10), Float64Array.of(0, 0, 0, 1)],
  })
})

it('linkedColumn returns one column of the records with a known origin, the first one too', () => {
  expect(linkedColumn(input, 'a')).toEqual({ x: Float64Array.of(3, 1, 1), y: Float64Array.of(7, 9, 10) })
})
