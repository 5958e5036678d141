import { categorical, dataset, type Dataset, type Role } from '@sdc/core'
import { households } from '@sdc/datasets'
import { census } from '@sdc/datasets/census'
import { readCsvFile } from '@sdc/files/node'
import { join } from 'node:path'
import { hospital } from './hospital.js'

/** A file of the study. */
export interface StudyFile {
  readonly name: string
  readonly about: string
  /** Path in a folder of files outside the project. */
  readonly outside?: string
  /** Column of units that must not be split between the halves; it is not synthesised. */
  readonly units?: string
  readonly roles: Readonly<Record<string, Role>>
  readonly rules?: readonly string[]
  /** Regressions whose intervals are compared. */
  readonly regressions: readonly string[]
  readonly read: (path: string) => Promise<Dataset>
}

const keys = (...names: readonly string[]): Record<string, Role> =>
  Object.fromEntries(names.map((name) => [name, 'quasi-identifier']))
const confidential = (...names: readonly string[]): Record<string, Role> =>
  Object.fromEntries(names.map((name) => [name, 'confidential']))

/** Replaces numbers by codes. */
function withCodes(file: Dataset, codes: readonly string[]): Dataset {
  return dataset(
    file.names.map((name) => {
      const column = file.column(name)
      const isCode = codes.includes(name) && column.kind === 'numeric'
      return [name, isCode ? categorical(Array.from(column.values, (code) => (Number.isNaN(code) ? null : String(code)))) : column] // oxfmt-ignore
    }),
  )
}

const houseCodes = ['urbrur', 'roof', 'walls', 'water', 'electcon', 'relat', 'sex', 'hhcivil']

export const studyFiles: readonly StudyFile[] = [
  {
    name: 'adult',
    about: 'categories, and the age in years',
    outside: join('adult', 'adult.csv'),
    roles: {
      ...keys('sex', 'age', 'race', 'marital-status', 'education', 'native-country', 'workclass', 'occupation'),
      ...confidential('salary-class'),
    },
    regressions: ['salary-class ~ age + sex', 'age ~ sex + salary-class'],
    read: async (path) => (await readCsvFile(path)).dataset,
  },
  {
    name: 'testdata',
    about: 'a household survey of codes and amounts',
    outside: 'testdata.csv',
    units: 'ori_hid',
    roles: { ...keys(...houseCodes, 'age'), ...confidential('expend', 'income', 'savings') },
    regressions: ['income ~ age + sex + urbrur', 'age ~ hhcivil + sex'],
    read: async (path) => {
      const file = withCodes((await readCsvFile(path)).dataset, houseCodes)
      // The weights are constant, or a function of the size of the household.
      return dataset(file.names.filter((name) => !name.includes('weight')).map((name) => [name, file.column(name)]))
    },
  },
  {
    name: 'hospital',
    about: 'artificial admissions, with 40 diagnoses, missing values, heaps and zeros',
    roles: {
      ...keys('sex', 'age', 'region', 'department', 'insurance'),
      ...confidential('diagnosis', 'days', 'cost', 'copayment'),
    },
    regressions: ['cost ~ days + age + department', 'days ~ age + insurance + department'],
    read: async () => hospital(),
  },
  {
    name: 'household',
    about: 'an artificial household survey',
    units: 'household',
    roles: { ...keys('region', 'sex', 'age', 'education'), ...confidential('income') },
    rules: ['if age < 15 then income = 0'],
    regressions: ['income ~ age + sex + education', 'age ~ sex + region'],
    read: async () => households(),
  },
  {
    name: 'census',
    about: 'amounts only, with an equation',
    roles: confidential('AFNLWGT', 'AGI', 'EMCONTRB', 'FEDTAX', 'PTOTVAL', 'STATETAX', 'TAXINC', 'POTHVAL', 'INTVAL', 'PEARNVAL', 'FICA', 'WSALVAL', 'ERNVAL'), // oxfmt-ignore
    rules: ['PTOTVAL = PEARNVAL + POTHVAL'],
    regressions: ['FEDTAX ~ AGI + POTHVAL', 'STATETAX ~ TAXINC + EMCONTRB'],
    read: async () => census(),
  },
]
