import {
  claimed,
  listed,
  SdcError,
  takeColumn,
  type Column,
  type Dataset,
  type MaskingMethod,
  type Roles,
} from '@sdc/core'
import { keyCodes } from '@sdc/toolkit'
import { differing, isOfUnits, knownRecords, unitsOf, type Units } from '@sdc/toolkit/internal'
import type { FileSchema, StepPlan } from '../plan/plan.js'

/** Units whose records share a value. */
export interface UnitLevel {
  readonly of: 'person' | 'household'
  /** The column of their ids. */
  readonly column: string
  /** Columns of its groups that are left out, since one unit has records in several. */
  readonly ungrouped?: readonly string[]
}

/** A step whose columns are of some units. */
export interface LevelledStep {
  readonly method: MaskingMethod
  readonly params: unknown
  readonly columns: readonly string[]
  readonly given: readonly string[]
  readonly by: readonly string[]
  /** The name of its stream. */
  readonly name: string
  readonly left: readonly string[]
  /** `changes` if columns of records are masked by the changes between waves. */
  readonly waves?: StepPlan['waves']
  /** Units that get one value each in its columns; without it every record is one. */
  readonly level?: UnitLevel
  /** Columns of the same step of the plan that are of other units, and masked by themselves. */
  readonly apart?: readonly string[]
}

/** A file, with what is said of its columns. */
export interface LevelledFile {
  readonly original: Dataset
  readonly schema?: FileSchema | undefined
  readonly roles: Roles
}

/**
 * A bound step as one step for each level of its columns: a variable that is the same in all records of a person gets one
 * draw a person. A column without a level in the schema has that of its values: `household`, else `person`, if no unit has
 * two different values.
 *
 * A step stays as it is where no unit has two records, and where its method draws no value for a record: one that samples, adds
 * columns, or changes only what is unsafe, which counts persons by itself. A method that moves all values of a person by the
 * same number masks columns of persons together with those of records. One that may make new records is not divided: its run
 * shows whether it does. One that makes new persons with all their records gets columns of persons and records together. Given columns that nobody named are left out of a step on units unless they are the same in all
 * records of each; so is the wave from its groups. The stream of a step on units has a name of its own.
 *
 * @param step - The step, its columns of any levels.
 * @param plan - The same as the plan has it.
 * @param file - The file, whose schema has the levels.
 * @returns One step for each level, in the order of their first columns.
 * @throws BAD_PLAN where a level has no column of units
 */
export function byLevel<S extends LevelledStep>(step: S, plan: Pick<StepPlan, 'given'>, file: LevelledFile): S[] {
  const { adds, records, changes, claims } = step.method.traits
  if (claimed(claims.newPersons, step.params)) return [withoutDiffering(step, file)]
  if (adds || records === 'subset' || changes === 'unsafe') return [step]
  const keepsPersons = movesPersons(step.method)
  const columns = new Map<string, string[]>()
  const levels = new Map<string, UnitLevel>()
  for (const name of step.columns) {
    const own = levelOf(file, name)
    const level = own?.of === 'person' && keepsPersons ? undefined : own
    const key = level?.of ?? ''
    columns.set(key, [...(columns.get(key) ?? []), name])
    if (level) levels.set(key, level)
  }
  if (levels.size === 0) return [step]
  if (records === 'synthetic' && claims.newPersons === undefined && columns.size > 1)
    return [{ ...step, apart: [...columns].flatMap(([key, own]) => (key === '' ? [] : own)) }]
  return [...columns].map(([key, own], at): S => {
    const level = levels.get(key)
    const others = step.columns.filter((name) => !own.includes(name))
    return {
      ...step,
      columns: own,
      ...(level && {
        ...withoutWave(level, step.by, file),
        // A value that a person has once does not change.
        waves: undefined,
        name: `${step.name} by ${level.of}`,
        given: plan.given === undefined ? sharedGiven(file.original, level, step.given) : step.given,
      }),
      ...(others.length > 0 && { apart: others }),
      left: at === 0 ? step.left : [],
    }
  })
}

/**
 * Checks a step that makes whole persons: what the schema says is of persons, and the groups, must be.
 *
 * @throws BAD_PLAN as `refuseDiffering`.
 */
function withoutDiffering<S extends LevelledStep>(step: S, file: LevelledFile): S {
  const { original, roles } = file
  const origin = Int32Array.from({ length: original.rows }, (_, i) => i)
  for (const name of step.columns) {
    const level = original.rows > 0 ? levelOf(file, name) : undefined
    if (level === undefined) continue
    const units = unitsOf(original.column(level.column))
    refuseDiffering(original, { ...step, columns: [name], given: [], by: [] }, level, { units, origin })
  }
  if (roles.person !== undefined && step.by.length > 0) {
    const persons = unitsOf(original.column(roles.person))
    const found = step.by.find((name) => divides(original.column(name), persons))
    if (found !== undefined) {
      const message = `${step.method.id} makes new persons, but records of one person are in several groups of "${found}"`
      const fix = 'Name groups that all records of a person share, or none.'
      throw new SdcError('BAD_PLAN', message, { method: step.method.id, column: found }, fix)
    }
  }
  return step
}

/** Returns true if records of a unit are in several groups of a column; missing values are a group. */
function divides(column: Column, { ofRecord }: Units): boolean {
  const codes = keyCodes(column)
  const group = new Map<number, number>()
  ofRecord.forEach((unit, i) => group.set(unit, group.get(unit) ?? codes[i]))
  return ofRecord.some((unit, i) => group.get(unit) !== codes[i])
}

/**
 * True for a method that moves all values of a person by the same number: in two steps, columns of persons and of records
 * would move by different ones.
 *
 * @param method - The method.
 * @returns True if columns of persons and of records are masked together.
 */
export function movesPersons({ honours, traits }: MaskingMethod): boolean {
  return traits.claims?.differences === true && honours?.includes('person') === true
}

/** A level with the groups that its step can be masked within: a person with several waves is in none of their groups. */
function withoutWave(
  level: UnitLevel,
  by: readonly string[],
  { original, roles: { wave } }: LevelledFile,
): Pick<LevelledStep, 'level' | 'by'> {
  if (wave === undefined || !by.includes(wave) || original.rows === 0) return { level, by }
  if (differing(original.column(wave), unitsOf(original.column(level.column))) === undefined) return { level, by }
  return { level: { ...level, ungrouped: [wave] }, by: by.filter((name) => name !== wave) }
}

/** The units of a column's values; undefined where these are of records, or each unit has one record. */
function levelOf(file: LevelledFile, name: string): UnitLevel | undefined {
  const { original, schema, roles } = file
  const of = schema && Object.hasOwn(schema.columns, name) ? schema.columns[name].level : undefined
  if (of === undefined) return impliedLevel(file, name)
  if (of === 'record') return undefined
  const column = roles[of]
  if (column === undefined) {
    const message = `column "${name}" has level: ${of} in the schema, but no column has the role ${of}`
    const fix = `Give the ids of each ${of} that role, or set level: record.`
    throw new SdcError('BAD_PLAN', message, { column: name }, fix)
  }
  if (name === column) return undefined
  // Of a file in parts no record is at hand.
  if (original.rows > 0 && unitsOf(original.column(column)).count === original.rows) return undefined
  return { of, column }
}

/**
 * The units whose values of a column are all the same, where the schema does not say: households, else persons. None where
 * no unit has two values: nothing then shows whose the values are.
 */
function impliedLevel({ original, roles }: LevelledFile, name: string): UnitLevel | undefined {
  if (original.rows === 0) return undefined
  for (const of of ['household', 'person'] as const) {
    const column = roles[of]
    if (column === undefined || column === name || name === roles.wave) continue
    const units = unitsOf(original.column(column))
    if (units.count < original.rows && isOfUnits(original.column(name), units)) return { of, column }
  }
  return undefined
}

function sharedGiven(original: Dataset, { column }: UnitLevel, given: readonly string[]): readonly string[] {
  const units = unitsOf(original.column(column))
  return given.filter((name) => differing(original.column(name), units) === undefined)
}

/**
 * Refuses columns that are not the same in all records of a unit.
 *
 * @param data - The file as the step gets it, or its original.
 * @param step - The step, with its level.
 * @param units - The units of its records.
 * @param origin - The original's record of each.
 * @throws BAD_PLAN with the column and two records, from 1.
 */
export function refuseDiffering(
  data: Dataset,
  { method, columns, given, by }: LevelledStep,
  { of, column: ids }: UnitLevel,
  { units, origin }: { readonly units: Units; readonly origin: Int32Array },
): void {
  for (const name of [...columns, ...given, ...by]) {
    if (!data.names.includes(name)) continue
    const found = differing(data.column(name), units)
    if (found === undefined) continue
    const [one, other] = found.map((i) => origin[i] + 1)
    const isMasked = columns.includes(name)
    const message = isMasked
      ? `column "${name}" has level: ${of}, but records ${one} and ${other} of one ${of} ("${ids}") have different values`
      : `${method.id} masks ${listed(columns)} by one value per ${of}, but column "${name}", which it is given ` +
        `or grouped by, differs in records ${one} and ${other} of one ${of}`
    const fix = isMasked
      ? 'Correct the values, or set level: record in the schema: each record is then masked by itself.'
      : `Name columns that are equal in all records of one ${of}, or set level: record in the schema for ${listed(columns)}: ` +
        'the records of one then get different values.'
    throw new SdcError('BAD_PLAN', message, { method: method.id, column: name, row: other }, fix)
  }
}

/** The columns of a dataset at one record a unit: of the named ones the first with a value. */
export function unitRows(data: Dataset, units: Units, names: ReadonlySet<string>): Dataset {
  const firsts = new Int32Array(units.count)
  for (let i = units.ofRecord.length - 1; i >= 0; i--) firsts[units.ofRecord[i]] = i
  const gathered = new Map<string, Column>()
  return {
    rows: units.count,
    names: data.names,
    column(name) {
      let column = gathered.get(name)
      if (!column) {
        const own = data.column(name)
        column = takeColumn(own, names.has(name) ? knownRecords(own, units) : firsts)
        gathered.set(name, column)
      }
      return column
    },
  }
}
