import { isSdcError } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { parseFormula } from './model-formula.js'

const names = ['income', 'age', 'sex', 'a+b', 'x ~ y', 'log(w)', 'v-1']
const parse = (formula: string) => parseFormula(formula, names, 'loss/confidence-overlap')

describe('parseFormula', () => {
  it.each([
    ['income ~ age + sex', ['income', 'age', 'sex']],
    ['income~age', ['income', 'age']],
    ['  age ~ `a+b` + `x ~ y`+sex ', ['age', 'a+b', 'x ~ y', 'sex']],
    ['log(w) ~ v-1', ['log(w)', 'v-1']],
  ])('parses %s', (formula, [response, ...terms]) => {
    expect(parse(formula)).toEqual({ response, terms })
  })

  it.each([
    ['income', 'BAD_PARAMETER', 'it has no ~'],
    ['income ~ age ~ sex', 'BAD_PARAMETER', 'it has 2 ~'],
    ['~ age', 'BAD_PARAMETER', 'no column is before the ~'],
    ['income ~', 'BAD_PARAMETER', 'no column is after the ~'],
    ['income + age ~ sex', 'BAD_PARAMETER', 'only one column may be before the ~'],
    ['income ~ age + + sex', 'BAD_PARAMETER', 'a + must be between two columns'],
    ['income ~ age +', 'BAD_PARAMETER', 'a + must be between two columns'],
    ['income ~ `age', 'BAD_PARAMETER', 'a backquote is not closed'],
    ['income ~ age + age', 'BAD_PARAMETER', 'it names column "age" twice'],
    ['income ~ income', 'BAD_PARAMETER', 'it names column "income" twice'],
    ['income ~ age*sex', 'BAD_PARAMETER', '"age*sex" is not a column'],
    ['income ~ log(age)', 'BAD_PARAMETER', '"log(age)" is not a column'],
    ['income ~ .', 'BAD_PARAMETER', '"." is not a column'],
    ['income ~ agee', 'UNKNOWN_COLUMN', 'there is no column "agee"'],
    ['incme ~ age', 'UNKNOWN_COLUMN', 'there is no column "incme"'],
  ])('refuses %s', (formula, code, message) => {
    let caught: unknown
    try {
      parse(formula)
    } catch (error) {
      caught = error
    }
    if (!isSdcError(caught)) throw new Error(`no error of ours: ${String(caught)}`)
    expect(caught.code).toBe(code)
    expect(caught.message).toContain(message)
    expect(caught.message).toContain(formula)
    expect(caught.place.parameter).toBe('formula')
    expect(caught.fix).not.toBe('')
  })

  it('suggests the column that may be meant', () => {
    expect(() => parse('incme ~ age')).toThrow(
      expect.objectContaining({ fix: expect.stringMatching(/^Did you mean "income"\?/) as string }),
    )
  })
})
