import { categorical, dataset, numeric, seededRng, type Dataset, type Rng } from '@sdc/core'
import { exp, log } from '@sdc/stats'
import { drawn, type Shares } from './shares.js'

const HOUSEHOLDS = 600

/** Regions with their share of the sample, and the number of households that one in the sample represents. */
const regions: Shares = [
  ['north', 30],
  ['east', 25],
  ['south', 22],
  ['west', 15],
  ['islands', 8],
]
const represented: Readonly<Record<string, number>> = { north: 520, east: 480, south: 410, west: 390, islands: 95 }
const sizes: Shares = [
  ['1', 30],
  ['2', 32],
  ['3', 16],
  ['4', 14],
  ['5', 6],
  ['6', 2],
]
const schools: Shares = [
  ['primary', 24],
  ['secondary', 52],
  ['tertiary', 24],
]
const factors: Readonly<Record<string, number>> = { primary: 0.75, secondary: 1, tertiary: 1.45 }

/**
 * Returns an artificial household survey, the same in every call: nobody in it exists. It has 600 households with all
 * of their members.
 *
 * An intruder may know `region`, `sex`, `age` and `education`; `income` (a year, 0 below the age of 15) is
 * confidential. `weight` is the number of persons that a record represents; regions have different sampling fractions.
 *
 * @returns Columns household, region, sex, age, education, income, weight.
 */
export function households(): Dataset {
  const rng = seededRng('households of a survey')
  const records = Array.from({ length: HOUSEHOLDS }, (_, i) => household(i + 1, rng)).flat()
  return dataset([
    ['household', numeric(records.map((record) => record.household))],
    ['region', categorical(records.map(({ region }) => region))],
    ['sex', categorical(records.map(({ sex }) => sex))],
    ['age', numeric(records.map(({ age }) => age))],
    ['education', categorical(records.map(({ education }) => education))],
    ['income', numeric(records.map(({ income }) => income))],
    ['weight', numeric(records.map(({ weight }) => weight))],
  ])
}

interface Member {
  readonly household: number
  readonly region: string
  readonly sex: string
  readonly age: number
  readonly education: string
  readonly income: number
  readonly weight: number
}

/** At most two adults, the second of a similar age; the others are their children. */
function household(number: number, rng: Rng): Member[] {
  const region = drawn(regions, rng)
  const weight = Math.round(represented[region] * (0.7 + 0.6 * rng.uniform()))
  const head = 22 + Math.floor(exp(1.3 * log(rng.uniform())) * 70)
  return Array.from({ length: Number(drawn(sizes, rng)) }, (_, at) => {
    const grown = at < 2
    const age = grown
      ? Math.max(18, head + (at === 0 ? 0 : Math.round(4 * rng.normal())))
      : Math.floor(rng.uniform() * 24)
    const education = age < 15 ? 'none yet' : drawn(schools, rng)
    const sex = rng.uniform() < 0.51 ? 'female' : 'male'
    return { household: number, region, sex, age, education, income: incomeOf(age, education, rng), weight }
  })
}

/** Log-normal about 24,000, times the factor of the education; a third of that below 25 and two thirds from 66 on. */
function incomeOf(age: number, education: string, rng: Rng): number {
  const noise = rng.normal()
  if (age < 15) return 0
  const byAge = age < 25 ? 1 / 3 : age > 65 ? 2 / 3 : 1
  return 10 * Math.round(2400 * factors[education] * byAge * exp(0.5 * noise))
}
