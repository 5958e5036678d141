import type { Column, MaskingMethod } from '@sdc/core'
import type { FileState, RunResult } from '@sdc/engine'
import { roundToStep } from '@sdc/stats'
import type { Frame } from '../run/run-method.js'

/** A method of choices repeats most of its values in another draw; a method that adds noise repeats none. */
const REPEATED = 0.5

/**
 * Problems with the last digits in two draws of a method. Both must round a column to the same step, and every value
 * must be a multiple of it. A column without rounding must have values of the original, or values that also occur in
 * the other draw.
 */
export function drawnProblems(method: MaskingMethod, on: Frame, one: RunResult, other: RunResult): string[] {
  return on.columns.flatMap((name) => {
    const rounded = one.rounded.find(({ step, column }) => step === method.id && column === name)
    const again = other.rounded.find(({ step, column }) => step === method.id && column === name)
    if (rounded?.to !== again?.to)
      return [`expected ${name} to be rounded alike whatever is drawn, got steps of ${rounded?.to} and ${again?.to}`]
    const both = [one, other].flatMap(({ files }) => files.flatMap((file) => numbersOf(file, name)))
    if (!rounded) return newProblems(on, name, one, other)
    const step = rounded.fine ? powerOf(rounded.to) : decimalOf(rounded.to)
    const off = both.flatMap((values) => {
      const multiples = roundToStep(values, step)
      return Array.from(values).filter((value, i) => value === value && multiples[i] !== value)
    })
    return off.length === 0 ? [] : [`expected multiples of ${rounded.to} in ${name}, got ${off[0]}`]
  })
}

function newProblems(on: Frame, name: string, one: RunResult, other: RunResult): string[] {
  const before = on.original.column(name)
  if (before.kind !== 'numeric' || numbersOf(one.files[0], name).length === 0) return []
  const known = new Set(before.values)
  for (const values of other.files.flatMap((file) => numbersOf(file, name)))
    for (const value of values) known.add(value)
  const drawn = numbersOf(one.files[0], name).flatMap((values) => Array.from(values))
  const repeated = drawn.filter((value) => known.has(value)).length
  if (repeated >= REPEATED * drawn.length) return []
  return [
    `expected ${name} to be rounded, or to have values of the original or of another draw: ` +
      `${drawn.length - repeated} of ${drawn.length} are new in every draw; set draws: 'numbers' among its traits`,
  ]
}

function numbersOf(file: FileState, name: string): Float64Array[] {
  const column: Column | undefined = file.data.names.includes(name) ? file.data.column(name) : undefined
  return column?.kind === 'numeric' ? [column.values] : []
}

function powerOf(to: number): { readonly whole: number; readonly scale: number } {
  return to < 1 ? { whole: 1, scale: 1 / to } : { whole: to, scale: 1 }
}

function decimalOf(to: number): { readonly whole: number; readonly scale: number } {
  let scale = 1
  while (Math.round(to * scale) / scale !== to) scale *= 10
  return { whole: Math.round(to * scale), scale }
}
