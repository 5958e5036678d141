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
  /** Group columns that are left out, because the records of a unit are in several of their groups. */
  readonly ungrouped?: readonly string[]
}

/** A step whose columns may belong to units: persons or households. */
export interface LevelledStep {
  readonly method: MaskingMethod
  readonly params: unknown
  readonly columns: readonly string[]
  readonly given: readonly string[]
  readonly by: readonly string[]
  /** Name of its stream. */
  readonly name: string
  readonly left: readonly string[]
  /** `changes` if columns of records are masked by the changes between waves. */
  readonly waves?: StepPlan['waves']
  /** Units that get one value each in its columns; absent if each record is a unit. */
  readonly level?: UnitLevel
  /** Columns of the same plan step that belong to other units and are masked separately. */
  readonly apart?: readonly string[]
}

/** A file with its schema and roles. */
export interface LevelledFile {
  readonly original: Dataset
  readonly schema?: FileSchema | undefined
  readonly roles: Roles
}

/**
 * Divides a bound step into one step per level of its columns: a variable that is the same in all records of a person
 * gets one draw per person. A column without a level in the schema gets the level of its values: `household`, else
 * `person`, if no unit has two different values.
 *
 * A step stays undivided if no unit has two records, or if its method draws no value for a record: it samples, adds
 * columns, or changes only unsafe cells and counts persons itself. A method that moves all values of a person by the
 * same number masks columns of persons together with those of records. A method that may make new records is not
 * divided: its run shows whether it does. A method that makes new persons with all their records gets columns of
 * persons and records together. A step on units leaves out given columns that nobody named, unless they are the same in
 * all records of each unit; it also leaves out the wave from its groups. The stream of a step on units has its own
 * name.
 *
 * @param step - The step, with columns of any level.
 * @param plan - The same step as in the plan.
 * @param file - The file, whose schema has the levels.
 * @returns One step for each level, in the order of their first columns.
 * @throws BAD_PLAN if a level has no column of units.
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
 * Checks a step that makes whole persons: its groups, and the columns that the schema assigns to persons, must not
 * differ between the records of a person.
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

/** Tests whether a column divides the records of a unit into several groups; missing values form a group. */
function divides(column: Column, { ofRecord }: Units): boolean {
  const codes = keyCodes(column)
  const group = new Map<number, number>()
  ofRecord.forEach((unit, i) => group.set(unit, group.get(unit) ?? codes[i]))
  return ofRecord.some((unit, i) => group.get(unit) !== codes[i])
}

/**
 * Tests whether a method moves all values of a person by the same number. Two steps would move columns of persons and
 * of records by different numbers.
 *
 * @param method - The method.
 * @returns True if columns of persons and of records are masked together.
 */
export function movesPersons({ honours, traits }: MaskingMethod): boolean {
  return traits.claims?.differences === true && honours?.includes('person') === true
}

/**
 * A level with the groups for its step: without the wave, because a person with several waves is in several of its
 * groups.
 */
function withoutWave(
  level: UnitLevel,
  by: readonly string[],
  { original, roles: { wave } }: LevelledFile,
): Pick<LevelledStep, 'level' | 'by'> {
  if (wave === undefined || !by.includes(wave) || original.rows === 0) return { level, by }
  if (differing(original.column(wave), unitsOf(original.column(level.column))) === undefined) return { level, by }
  return { level: { ...level, ungrouped: [wave] }, by: by.filter((name) => name !== wave) }
}

/** Units of a column; undefined if its values belong to records, or if each unit has one record. */
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
  // Without records (out of core) the units cannot be counted.
  if (original.rows > 0 && unitsOf(original.column(column)).count === original.rows) return undefined
  return { of, column }
}

/**
 * Units within which all values of a column are equal, if the schema has no level for it: households, else persons.
 * Undefined if no unit has two values, because nothing then shows the level.
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
 * Refuses columns whose values differ between records of a unit.
 *
 * @param data - The file that the step gets, or its original.
 * @param step - The step, with its level.
 * @param units - The units of its records.
 * @param origin - Original record of each record.
 * @throws BAD_PLAN with the column and two record numbers, counted from 1.
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

/**
 * Columns of a dataset with one record per unit: for the named columns the first value that is not missing, for the
 * others that of the first record.
 */
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
