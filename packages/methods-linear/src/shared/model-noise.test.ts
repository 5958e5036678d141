import { numeric, seededRng, type Rng } from '@sdc/core'
import { covarianceMatrix } from '@sdc/stats'
import { columnArrays, storedColumns } from '@sdc/stats/internal'
import { Matrix } from 'ml-matrix'
import { describe, expect, it } from 'vitest'
import { average, cov } from '@sdc/testing/moments'
import { conditionalModel, type ConditionalModel } from './conditional-model.js'
import { exactDraws, littleChance, modelNoiseLaws } from './model-noise.js'
import { stackloss, stacklossK } from './stackloss.fixture.js'
import { inputOf, type TestFile } from './testing.fixture.js'

const modelOf = (file: TestFile): ConditionalModel => conditionalModel(inputOf(file, {}), 'test/model')

describe('conditionalModel', () => {
  it('has X = fit + Z·Lᵀ with LLᵀ the residual covariance matrix of lm()', () => {
    const { loadings, columns, ...parts } = modelOf(stackloss)
    const [factors, given, residuals] = [parts.factors, parts.given, parts.residuals].map(columnArrays)
    const k = loadings.mmul(loadings.transpose())
    // 1e-14 of entries of 20.
    expect(
      Matrix.sub(k, new Matrix(stacklossK.map((row) => [...row])))
        .abs()
        .max(),
    ).toBeLessThan(1e-12)
    expect(
      Matrix.sub(covarianceMatrix([...given, ...factors]), Matrix.eye(4))
        .abs()
        .max(),
    ).toBeLessThan(1e-13)
    residuals.forEach((residual, j) =>
      residual.forEach((value, i) => {
        const sum = factors.reduce((total, factor, f) => total + loadings.get(j, f) * factor[i], 0)
        expect(Math.abs(sum - value)).toBeLessThan(1e-12)
      }),
    )
    expect(columns).toEqual(stackloss.x)
  })

  it('counts independent columns: constants, copies and sums of columns add nothing', () => {
    const [a, b] = stackloss.x
    const constant = numeric(new Float64Array(a.length).fill(5))
    const file = {
      x: [a, b, a.map((value, i) => value - b[i])],
      given: [...stackloss.given, constant, stackloss.given[0]],
    }
    const model = modelOf(file)
    expect([model.given.count, model.factors.count]).toEqual([2, 2])
  })
})

describe('exactDraws', () => {
  const model = modelOf(stackloss)

  it.each(modelNoiseLaws)('%s: mean 0, the identity, and no covariance with S and X', (law) => {
    const against = columnArrays(model.span)
    const scores = columnArrays(exactDraws(model, { count: 2, law }, model.span, seededRng(law), 'test').scores)
    for (const score of scores) {
      expect(Math.abs(average(score))).toBeLessThan(1e-14)
      for (const column of against) expect(Math.abs(cov(score, column))).toBeLessThan(1e-13)
    }
    expect(Matrix.sub(covarianceMatrix(scores), Matrix.eye(2)).abs().max()).toBeLessThan(1e-13)
  })

  it('redraws if a bootstrap misses a difference, and gives up if it always will', () => {
    // One record differs: 1/e of the bootstraps miss it, and their columns are constant.
    const nothing = storedColumns([], 40)
    const spike = modelOf({ x: [new Float64Array(40).fill(1).fill(9, 39)], given: [] })
    for (let seed = 0; seed < 20; seed++) {
      const [score] = columnArrays(
        exactDraws(spike, { count: 1, law: 'bootstrap' }, nothing, seededRng(seed), 'test').scores,
      )
      expect(cov(score, score)).toBeCloseTo(1, 12)
    }
    // A source that draws the first record always.
    const stuck: Rng = { ...seededRng(1), fillUniform: (part) => void part.fill(0), child: () => stuck }
    expect(() => exactDraws(spike, { count: 1, law: 'bootstrap' }, nothing, stuck, 'test')).toThrow(/too few of the 40/)
  })

  it('needs 1 + rank + count records', () => {
    expect(() => exactDraws(model, { count: 17 }, model.span, seededRng(1), 'test')).toThrow(/at least 22 records/)
  })

  it('warns if little is left to chance', () => {
    expect(littleChance(21, 4, 2)).toEqual([])
    expect(littleChance(17, 4, 2)[0]).toMatch(/leave only 10 more/)
    expect(littleChance(17, 4, 0)).toEqual([])
  })
})
