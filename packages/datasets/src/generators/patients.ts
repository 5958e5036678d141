import { categorical, dataset, numeric, seededRng, type Dataset, type Rng } from '@sdc/core'
import { exp } from '@sdc/stats'
import { drawn, type Shares } from './shares.js'

const RECORDS = 1000

const districts: Shares = [
  ['Altdorf', 24],
  ['Bergheim', 20],
  ['Felden', 16],
  ['Harbour', 14],
  ['Kirchau', 11],
  ['Lindach', 8],
  ['Moor', 4],
  ['Sandhof', 3],
]
const young: Shares = [
  ['asthma', 30],
  ['appendicitis', 30],
  ['injury', 34],
  ['HIV', 2],
  ['diabetes', 4],
]
const adult: Shares = [
  ['injury', 22],
  ['birth', 14],
  ['depression', 18],
  ['diabetes', 14],
  ['cancer', 10],
  ['heart disease', 14],
  ['HIV', 3],
  ['asthma', 5],
]
const old: Shares = [
  ['heart disease', 32],
  ['cancer', 20],
  ['stroke', 16],
  ['hip fracture', 14],
  ['diabetes', 12],
  ['dementia', 6],
]

/**
 * Returns an artificial file of 1,000 hospital patients, the same in every call: nobody in it exists.
 *
 * An intruder may know `sex`, `age` and `district`; `diagnosis`, `days` in hospital and `cost` are confidential. Ages
 * are normal with mean 55 and standard deviation 22, cut at 0 and 97; the diagnosis depends on age and sex, days and
 * cost on the age.
 *
 * @returns Columns patient, sex, age, district, diagnosis, days, cost.
 */
export function patients(): Dataset {
  const rng = seededRng('patients of a hospital')
  const records = Array.from({ length: RECORDS }, (_, i) => patient(i, rng))
  return dataset([
    ['patient', categorical(records.map(({ id }) => id))],
    ['sex', categorical(records.map(({ sex }) => sex))],
    ['age', numeric(records.map(({ age }) => age))],
    ['district', categorical(records.map(({ district }) => district))],
    ['diagnosis', categorical(records.map(({ diagnosis }) => diagnosis))],
    ['days', numeric(records.map(({ days }) => days))],
    ['cost', numeric(records.map(({ cost }) => cost))],
  ])
}

interface Patient {
  readonly id: string
  readonly sex: string
  readonly age: number
  readonly district: string
  readonly diagnosis: string
  readonly days: number
  readonly cost: number
}

function patient(i: number, rng: Rng): Patient {
  const sex = rng.uniform() < 0.53 ? 'female' : 'male'
  const age = Math.min(97, Math.max(0, Math.round(55 + 22 * rng.normal())))
  const days = 1 + Math.floor(exp(0.8 + 0.012 * age + 0.6 * rng.normal()))
  const cost = 10 * Math.round(70 * days * exp(0.3 * rng.normal()))
  const district = drawn(districts, rng)
  const id = `P${String(i + 1).padStart(4, '0')}`
  return { id, sex, age, district, diagnosis: diagnosisOf(age, sex, rng), days, cost }
}

function diagnosisOf(age: number, sex: string, rng: Rng): string {
  const mayGiveBirth = sex === 'female' && age < 48
  const shares = age < 20 ? young : age < 65 ? adult : old
  return drawn(mayGiveBirth ? shares : shares.filter(([name]) => name !== 'birth'), rng)
}
