import {
  claimed,
  dataset,
  isMissing,
  isSdcError,
  numeric,
  seededRng,
  takeColumn,
  type Column,
  type Dataset,
} from '@sdc/core'
import { parseFileSchema, parseStep, runSteps } from '@sdc/engine'
import { artificialSchema, maskedBefore, permutedBefore, registryWith } from '../../engine/engine-registry.js'
import { artificialFile, artificialKey } from '../../shared/artificial.js'
import { runCheck, type Check } from '../../shared/check.js'
import type { CheckOptions } from '../../shared/references.js'
import { frames, type Frame, type MethodSubject } from '../run/run-method.js'

const PERSON = 'person of the record'

/**
 * Runs the method by a plan on a file in which persons have one to three records, with columns that belong to persons:
 * all records of a person must get one value. New records have no person, unless the method claims new persons. A
 * method that only adds columns is skipped.
 */
export async function enginePersonsCheck({ method, cases }: MethodSubject, options: CheckOptions): Promise<Check> {
  return runCheck(
    method.id,
    'all records of a person get one value of a column of persons (level: person)',
    async () => {
      const { adds, records, postMasking, permutes } = method.traits
      if (adds) return []
      const file = artificialFile()
      const persons = Int32Array.from({ length: 8 * Math.floor(file.rows / 4) }, (_, i) => personOfRecord(i))
      const original = dataset([
        ...file.names.map((name) => [name, takeColumn(file.column(name), persons)] as const),
        [PERSON, numeric(Float64Array.from(persons))],
      ])
      const problems: string[] = []
      for (const on of frames(method)) {
        const columns = [...on.columns]
        const own = parseStep({
          use: method.id,
          columns,
          given: [...on.given],
          params: structuredClone(cases[0].params),
        })
        const before = parseStep({ use: permutes ? permutedBefore.id : maskedBefore.id, columns })
        try {
          const { files } = await runSteps({
            registry: registryWith('methods', method, options),
            original,
            schema: schemaOf(on),
            steps: postMasking ? [before, own] : [own],
            projectKey: artificialKey,
            rng: seededRng('conformance'),
          })
          const old = files.filter(({ origin }) => records !== 'synthetic' || origin.every((row, i) => row === i))
          problems.push(...old.flatMap(({ data, origin }) => differing(data, (i) => persons[origin[i]], on)))
          if (claimed(method.traits.claims.newPersons, method.params.parse(cases[0].params)))
            problems.push(...files.flatMap(({ data }) => newPersonsProblems(data, on)))
        } catch (error) {
          // Other checks report violations of the contract.
          if (!isSdcError(error) || error.code !== 'BAD_PLUGIN') throw error
        }
      }
      return problems
    },
  )
}

/** Persons have two, one, three and two records, in turn. */
function personOfRecord(i: number): number {
  const place = [0, 0, 1, 2, 2, 2, 3, 3][i % 8]
  return 4 * Math.floor(i / 8) + place
}

function schemaOf({ columns }: Frame): ReturnType<typeof parseFileSchema> {
  const levels = columns.map((name) => [name, { ...artificialSchema.columns[name], level: 'person' }] as const)
  return parseFileSchema({
    columns: { ...artificialSchema.columns, ...Object.fromEntries(levels), [PERSON]: { role: 'person' } },
  })
}

/** New persons need ids, and one value each in columns of persons. */
function newPersonsProblems(data: Dataset, on: Frame): string[] {
  if (!data.names.includes(PERSON)) return ['expected new ids of the new persons (newPersons), got none']
  const ids = data.column(PERSON)
  return differing(data, (i) => valueOf(ids, i) ?? 0, on)
}

function differing(data: Dataset, personOf: (record: number) => number, { columns }: Frame): string[] {
  return columns.flatMap((name) => {
    if (!data.names.includes(name)) return []
    const column = data.column(name)
    const known = new Map<number, number | null>()
    for (let i = 0; i < data.rows; i++) {
      const person = personOf(i)
      const value = valueOf(column, i)
      if (known.has(person) && known.get(person) !== value)
        return [`expected one value of ${name} in all records of a person, got two in those of person ${person + 1}`]
      known.set(person, value)
    }
    return []
  })
}

function valueOf(column: Column, i: number): number | null {
  if (isMissing(column, i)) return null
  return column.kind === 'numeric' ? column.values[i] : column.codes[i]
}
