import { describe, expect, it } from 'vitest'
import { isMissingNumber, meansMissing } from './missing-texts.js'
import { nameHint } from './name-hints.js'

describe('nameHint', () => {
  it.each([
    ['age', 'quasi-identifier'],
    ['Geschlecht', 'quasi-identifier'],
    ['PLZ', 'quasi-identifier'],
    ['zip_code', 'quasi-identifier'],
    ['maritalStatus', 'quasi-identifier'],
    ['Nationalität', 'quasi-identifier'],
    ['hhcivil', 'quasi-identifier'],
    ['jaarinkomen', 'confidential'],
    ['TAXINC', 'confidential'],
    ['RESREVENUE', 'confidential'],
    ['diagnosis_1', 'confidential'],
    ['sampling_weight', 'weight'],
    ['AFNLWGT', 'weight'],
    ['household_weights', 'weight'],
    ['ori_hid', 'household'],
    ['HHID', 'household'],
    ['patient_id', 'identifier'],
    ['UTILNAME', 'identifier'],
    ['Prénom', 'identifier'],
    ['lfd_nr', 'identifier'],
    ['Nr', 'identifier'],
    ['identifiant', 'identifier'],
    ['matrícula', 'identifier'],
    ['Stichprobengewicht', 'weight'],
    ['coefpond', 'weight'],
    ['factor_expansion', 'weight'],
    ['svywt', 'weight'],
    ['item_4', 'confidential'],
    ['Frage12', 'confidential'],
    ['pregunta_3', 'confidential'],
    ['réponse', 'confidential'],
  ])('suggests for %s: %s', (name, role) => {
    expect(nameHint(name)?.role).toBe(role)
  })

  it.each(['x1', 'POTHVAL', '1990', '', 'v12', '日本'])('suggests nothing for %j', (name) => {
    expect(nameHint(name)).toBeUndefined()
  })
})

describe('meansMissing', () => {
  it.each([
    '.',
    '-',
    '?',
    'NULL',
    'n/a',
    'N.A.',
    'unknown',
    'Unbekannt',
    ' keine Angabe ',
    "don't know",
    '',
    '  ',
    '<NA>',
  ])('is true for %j', (text) => {
    expect(meansMissing(text)).toBe(true)
  })

  it.each(['no', 'Nancy', '0', '9', 'A-', '.5', 'x'])('is false for %j', (text) => {
    expect(meansMissing(text)).toBe(false)
  })

  it('recognises codes for missing values among texts', () => {
    expect(['99', '999', '-1', '-9', '888'].every(isMissingNumber)).toBe(true)
    expect(['9', '98', '12', '-12', '0'].some(isMissingNumber)).toBe(false)
  })
})
