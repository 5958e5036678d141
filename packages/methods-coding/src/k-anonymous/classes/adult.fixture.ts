import { readFileSync } from 'node:fs'
import { categorical } from '@sdc/core'
import { columnHierarchy } from '@sdc/toolkit/internal'
import { pathOf } from '@sdc/testing/outside-data'
import type { Condition, Key, Sensitive } from './problem.js'

/** Values of education in their order; those of salary-class are in alphabetical order. */
const EDUCATION =
  'Preschool,1st-4th,5th-6th,7th-8th,9th,10th,11th,12th,HS-grad,Some-college,Assoc-voc,Assoc-acdm,Bachelors,Masters,Prof-school,Doctorate'

/** Rows of a file in the folder. */
function read(name: string): string[][] {
  return readFileSync(pathOf(`adult/${name}.csv`), 'utf8')
    .trim()
    .split(/\r?\n/)
    .map((line) => line.split(';'))
}

/** adult.csv and its hierarchies, in the form that the kernels use. */
export interface Adult {
  readonly names: readonly string[]
  readonly rows: number
  key(name: string): Key
  sensitive(name: string, conditions: readonly Condition[]): Sensitive
}

/**
 * Reads adult.csv.
 *
 * @returns Its keys and sensitive columns by name.
 */
export function readAdult(): Adult {
  const [names, ...rows] = read('adult')
  const column = (name: string): string[] => rows.map((row) => row[names.indexOf(name)])
  const known = new Map<string, Key>()
  const held = new Map<string, Omit<Sensitive, 'conditions'>>()
  return {
    names,
    rows: rows.length,
    key: (name) => {
      const key = known.get(name) ?? { column: name, ...columnHierarchy(categorical(column(name)), read(name)) }
      known.set(name, key)
      return key
    },
    sensitive: (name, conditions) => {
      const one = held.get(name) ?? sensitiveColumn(name, column(name))
      held.set(name, one)
      return { ...one, conditions }
    },
  }
}

function sensitiveColumn(name: string, texts: readonly string[]): Omit<Sensitive, 'conditions'> {
  const levels = name === 'education' ? EDUCATION.split(',') : [...new Set(texts)].sort()
  const rowOf = new Map(read(name).map((row) => [row[0], row]))
  const { codes } = categorical(texts, levels)
  const hierarchy = columnHierarchy(
    categorical(texts, levels),
    levels.map((level) => rowOf.get(level) ?? []),
  )
  return { column: name, codes, size: levels.length, hierarchy }
}
