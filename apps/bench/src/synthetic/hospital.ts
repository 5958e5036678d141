import { categorical, dataset, numeric, seededRng, type Dataset, type Rng } from '@sdc/core'
import { exp, log } from '@sdc/stats'

const RECORDS = 8000
const regions = ['north', 'south', 'east', 'west', 'islands']
const departments = ['internal', 'surgery', 'gynaecology', 'neurology', 'psychiatry']
const diagnoses = Array.from({ length: 40 }, (_, i) => `D${String(i + 1).padStart(2, '0')}`)

/**
 * Returns artificial admissions of a hospital, the same in every call. Its columns are difficult: a rare category of
 * sex, 40 skewed diagnoses that depend on the department, missing regions, heaped lengths of stay, costs with a heavy
 * tail and many zeros.
 *
 * @returns Columns sex, age, region, department, diagnosis, insurance, days, cost, copayment.
 */
export function hospital(): Dataset {
  const rng = seededRng('admissions of a hospital')
  const records = Array.from({ length: RECORDS }, () => admission(rng))
  const texts = (name: 'sex' | 'region' | 'department' | 'diagnosis' | 'insurance'): ReturnType<typeof categorical> =>
    categorical(records.map((record) => record[name]))
  return dataset([
    ['sex', texts('sex')],
    ['age', numeric(records.map(({ age }) => age))],
    ['region', texts('region')],
    ['department', texts('department')],
    ['diagnosis', texts('diagnosis')],
    ['insurance', texts('insurance')],
    ['days', numeric(records.map(({ days }) => days))],
    ['cost', numeric(records.map(({ cost }) => cost))],
    ['copayment', numeric(records.map(({ copayment }) => copayment))],
  ])
}

/** Draws a level of a list, the first ones more often: P ∝ 1/(place + 1)^power. */
function skewed<T>(levels: readonly T[], power: number, rng: Rng): T {
  const weights = levels.map((_, at) => exp(-power * log(at + 1)))
  let u = rng.uniform() * weights.reduce((total, one) => total + one, 0)
  const at = weights.findIndex((weight) => (u -= weight) < 0)
  return levels[Math.max(0, at)]
}

function admission(rng: Rng): {
  readonly sex: string
  readonly age: number
  readonly region: string | null
  readonly department: string
  readonly diagnosis: string
  readonly insurance: string
  readonly days: number
  readonly cost: number
  readonly copayment: number
} {
  const u = rng.uniform()
  const sex = u < 0.003 ? 'diverse' : u < 0.53 ? 'female' : 'male'
  const age = Math.round(Math.min(103, Math.max(0, rng.uniform() < 0.08 ? 17 * rng.uniform() : 62 + 19 * rng.normal())))
  const place = skewed(regions, 0.8, rng)
  const region = rng.uniform() < 0.03 ? null : place
  const drawn = skewed(departments, 0.7, rng)
  const department = drawn === 'gynaecology' && sex === 'male' ? 'internal' : drawn
  // Ten diagnoses of its own, and ten of all departments.
  const from = 6 * departments.indexOf(department)
  const own = rng.uniform() < 0.8 ? diagnoses.slice(from, from + 10) : diagnoses.slice(30)
  const diagnosis = skewed(own, 1.1, rng)
  const insurance = rng.uniform() < 0.05 + (age > 40 ? 0.1 : 0) ? 'private' : 'public'
  const stay = exp(0.6 + 0.008 * age + 0.15 * (diagnoses.indexOf(diagnosis) % 5) + 0.8 * rng.normal())
  const days = stay > 14 && rng.uniform() < 0.4 ? 7 * Math.round(stay / 7) : Math.floor(stay)
  const cost = Math.round(100 * exp(7.6 + 0.6 * rng.normal()) * (1 + days / 6)) / 100
  const pays = insurance === 'public' && age >= 18 && days > 0
  return {
    sex,
    age,
    region: region,
    department,
    diagnosis,
    insurance,
    days,
    cost,
    copayment: pays ? 10 * Math.min(28, days) : 0,
  }
}
