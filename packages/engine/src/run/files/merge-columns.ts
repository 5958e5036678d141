import { isMissing, type CategoricalColumn, type Column, type MissingKinds, type NumericColumn } from '@sdc/core'

/** A column of one group, with the group's records in the file. */
export interface ColumnPart {
  readonly rows: Int32Array
  readonly column: Column
  /** True if the group is unchanged; only its occurring levels then count. */
  readonly kept?: boolean
}

/**
 * Merges the columns of several groups into one of `length` records; records of no group are missing. It is numeric if
 * every part is. Its levels are those of the parts, in their common order; if two parts contradict each other, the
 * levels are unordered.
 */
export function mergeColumns(parts: readonly ColumnPart[], length: number): Column {
  const numbers = parts.filter((part): part is ColumnPart & { column: NumericColumn } => part.column.kind === 'numeric')
  if (numbers.length === parts.length) {
    const values = new Float64Array(length).fill(Number.NaN)
    for (const { rows, column } of numbers) for (let i = 0; i < rows.length; i++) values[rows[i]] = column.values[i]
    const missingKinds = mergedKinds(parts, length)
    return {
      kind: 'numeric',
      values,
      ...(missingKinds && { missingKinds }),
      time: numbers.find(({ column }) => column.time !== undefined)?.column.time,
    }
  }
  const asLevels = parts.map((part) => ({ ...part, column: categories(part) }))
  const changed = asLevels.filter(({ kept }) => !kept)
  const { kind, ordered: _, codes: __, levels: ___, missingKinds: ____, ...rest } = (changed[0] ?? asLevels[0]).column
  const ordered = asLevels.every(({ column }) => column.ordered || column.levels.length < 2)
  const merged = mergeLevels(asLevels.map(({ column }) => column.levels))
  const codeOf = new Map(merged.levels.map((level, code) => [level, code]))
  const codes = new Int32Array(length).fill(-1)
  for (const { rows, column } of asLevels) {
    const recoded = column.levels.map((level) => codeOf.get(level) ?? -1)
    for (let i = 0; i < rows.length; i++) codes[rows[i]] = column.codes[i] < 0 ? -1 : recoded[column.codes[i]]
  }
  const missingKinds = mergedKinds(parts, length)
  const kinds = missingKinds && { missingKinds }
  return { kind, ...rest, codes, levels: merged.levels, ordered: ordered && merged.agree, ...kinds }
}

/** Kinds of the missing values of all parts; undefined if none has any. */
function mergedKinds(parts: readonly ColumnPart[], length: number): MissingKinds | undefined {
  const texts: string[] = []
  const of = new Int32Array(length).fill(-1)
  for (const { rows, column } of parts) {
    const { missingKinds } = column
    if (missingKinds === undefined) continue
    const places = missingKinds.texts.map((text) => {
      const known = texts.indexOf(text)
      return known < 0 ? texts.push(text) - 1 : known
    })
    missingKinds.of.forEach((kind, i) => (of[rows[i]] = kind < 0 ? -1 : places[kind]))
  }
  return texts.length === 0 ? undefined : { texts, of }
}

/**
 * Levels of a group: those that occur if it is unchanged; for numbers that are merged with categories, their texts in
 * order.
 */
function categories({ column, kept }: ColumnPart): CategoricalColumn {
  if (column.kind === 'numeric') {
    const present = [...new Set(column.values)].filter((value) => !Number.isNaN(value)).sort((a, b) => a - b)
    const codeOf = new Map(present.map((value, code) => [value, code]))
    const codes = Int32Array.from(column.values, (value) => codeOf.get(value) ?? -1)
    return { kind: 'categorical', codes, levels: present.map(String), ordered: true }
  }
  if (!kept) return column
  const occurs = new Uint8Array(column.levels.length)
  for (let i = 0; i < column.codes.length; i++) if (!isMissing(column, i)) occurs[column.codes[i]] = 1
  const used = [...occurs.keys()].filter((code) => occurs[code] === 1)
  const place = new Int32Array(column.levels.length).fill(-1)
  used.forEach((code, at) => (place[code] = at))
  const codes = column.codes.map((code) => (code < 0 ? -1 : place[code]))
  return { ...column, codes, levels: used.map((code) => column.levels[code]) }
}

/**
 * Merges lists of levels so that each level follows those before it in any list; ties in order of occurrence (Kahn's
 * order). `agree` is false if two lists contradict each other; the remaining levels then follow in order of occurrence.
 */
function mergeLevels(lists: readonly (readonly string[])[]): { readonly levels: string[]; readonly agree: boolean } {
  const [first] = lists
  if (
    lists.every((list) => list === first || (list.length === first.length && list.every((one, i) => one === first[i])))
  )
    return { levels: [...first], agree: true }
  const before = new Map<string, Set<string>>()
  for (const list of lists) {
    for (const [i, level] of list.entries()) {
      const known = before.get(level) ?? new Set()
      if (i > 0) known.add(list[i - 1])
      before.set(level, known)
    }
  }
  const placed = new Set<string>()
  const waiting = [...before.keys()]
  while (waiting.length > 0) {
    const next = waiting.findIndex((level) => [...(before.get(level) ?? [])].every((one) => placed.has(one)))
    if (next < 0) return { levels: [...placed, ...waiting], agree: false }
    placed.add(waiting.splice(next, 1)[0])
  }
  return { levels: [...placed], agree: true }
}
