import {
  categorical,
  dataset,
  numeric,
  takeColumn,
  takeRows,
  withColumns,
  type CategoricalColumn,
  type Column,
  type Dataset,
  type MaskingMethod,
  type MaskResult,
} from '@sdc/core'
import { spearman } from '@sdc/stats'
import { artificialFile, givenColumns, givenFor, permutedFile } from '../shared/artificial.js'
import { runCheck, type Check } from '../shared/check.js'
import { madeOnce, overCases, type Frame, type MethodSubject } from './run/run-method.js'

/** Records of these files, an even number of fours: 20 of them in each half. */
const ROWS = 160

/**
 * Limit of the rank correlation between the changes of two columns by two seeds. It is 1, or nearly so, if both share a
 * stream of random numbers, and 0 in expectation otherwise. By chance it exceeds this limit in fewer than 1e-7 of all
 * cases if at least 17 units draw independently: atanh(.9)·√14 = 5.5 standard deviations.
 */
const SHARED = 0.9

/**
 * Checks that no stream of random numbers is used by two columns, two files or two parts of a file.
 *
 * An intruder can remove randomness that two columns share: the difference of two equal noises has no noise, and a
 * common permutation releases parts of original records unchanged. Columns are compared on two files. In the first, one
 * is a multiple of the other, so that all ranks are equal and one stream gives one result. A method that keeps the
 * relations of columns, or moves them together by keys, must mask such columns equally and is left out. In the second
 * they are unrelated, so that only a common stream can relate their masking.
 */
export async function streamChecks(subject: MethodSubject): Promise<Check[]> {
  const { method } = subject
  // Columns that keep their differences are shifted by the same number.
  if (!method.traits.stochastic || method.traits.claims.differences === true) return []
  const related = relates(method) ? [] : framesOf(method, comonotone(streamFile()))
  const unrelated = framesOf(method, streamFile())
  return [
    await runCheck(method.id, 'no two columns share their random numbers', () =>
      overCases(subject, [...related, ...unrelated], async (params, on) => {
        const changes = changed(on, await seeds(method, on, params))
        return pairsOf(changes).flatMap(([[a, one], [b, other]]) => shared(one, other, `${a} and ${b}`))
      }),
    ),
    await runCheck(method.id, 'no two files share their random numbers', () =>
      overCases(subject, unrelated, async (params, on) => {
        const results = await seeds(method, on, params)
        const first = changed(on, results)
        return results[0].files.flatMap((_, f) =>
          f === 0
            ? []
            : changed(on, results, f).flatMap(([name, one], j) =>
                shared(one, first[j][1], `${name} of the files 1 and ${f + 1}`),
              ),
        )
      }),
    ),
    await runCheck(method.id, 'no two parts of a file share their random numbers', () =>
      overCases(subject, framesOf(method, repeated(streamFile())), async (params, on) => {
        // Equal records form one group and have one representative.
        if (method.traits.claims.kAnonymousBy !== undefined || method.traits.records !== 'same') return []
        return changed(on, await seeds(method, on, params)).flatMap(([name, values]) =>
          shared(values.subarray(0, ROWS / 2), values.subarray(ROWS / 2), `the halves of ${name}`),
        )
      }),
    ),
  ]
}

/**
 * Returns true if columns that determine each other must do so after masking: a search among permutations optimises
 * their relations.
 */
function relates({ traits }: MaskingMethod): boolean {
  const { correlations, covariances, approachesCorrelations, approachesRankCorrelations } = traits.claims
  const claims = [correlations, covariances, approachesCorrelations, approachesRankCorrelations]
  return traits.given === 'keys' || traits.permutes || claims.some((claim) => claim !== undefined && claim !== false)
}

/** The masked columns: two numeric and two categorical ones, symmetric numbers, and categories of one record each. */
const masked = { numeric: ['first', 'second'], categorical: ['kind', 'sort'] }

/** Artificial file with unrelated columns to mask. */
function streamFile(): Dataset {
  const [base, other] = [artificialFile(ROWS, 'streams'), artificialFile(ROWS, 'streams, unrelated')]
  const levels = Array.from({ length: ROWS }, (_, code) => `c${ROWS + code}`)
  const labels = (step: number): Column => ({
    ...categorical(levels, levels),
    codes: Int32Array.from(levels, (_, i) => (i * step) % ROWS),
  })
  return dataset([
    ['first', base.column('hours')],
    ['second', other.column('hours')],
    ['kind', labels(37)],
    ['sort', labels(149)],
    ...['age', 'sex', 'size', 'year', 'household'].map((column) => [column, base.column(column)] as const),
  ])
}

/**
 * The second column of each kind is an increasing function of the first: ten times as much, which decimal grids permit.
 */
function comonotone(file: Dataset): Dataset {
  const tens = scaled(file.column('first'), () => 10)
  return withColumns(file, new Map([['second', tens] as const, ['sort', file.column('kind')] as const]))
}

/**
 * The first half of the records twice, distinguished by `sex`; the repeated values are far above, so that no rank is
 * shared.
 */
function repeated(file: Dataset): Dataset {
  const twice = takeRows(
    file,
    Int32Array.from({ length: ROWS }, (_, i) => i % (ROWS / 2)),
  )
  const isSecond = (i: number): boolean => i >= ROWS / 2
  const sex = twice.column('sex')
  const told = sex.kind === 'numeric' ? sex : { ...sex, codes: sex.codes.map((_, i) => Number(isSecond(i))) }
  const numbers = masked.numeric.map(
    (name) => [name, scaled(twice.column(name), (i) => (isSecond(i) ? 1000 : 1))] as const,
  )
  const categories = masked.categorical.flatMap((name): [string, Column][] => {
    const column = twice.column(name)
    return column.kind === 'numeric' ? [] : [[name, again(column, isSecond)]]
  })
  return withColumns(twice, new Map<string, Column>([['sex', told], ...numbers, ...categories]))
}

/** The categories of the second half have levels of their own, after those of the first. */
function again(column: CategoricalColumn, isSecond: (i: number) => boolean): Column {
  const used = [...new Set(column.codes)].sort((a, b) => a - b)
  const place = new Map(used.map((code, at) => [code, at]))
  const codes = column.codes.map((code, i) => (place.get(code) ?? 0) + (isSecond(i) ? used.length : 0))
  const levels = used.map((code) => column.levels[code])
  return { ...column, codes, levels: [...levels, ...levels.map((level) => `${level} again`)] }
}

function scaled(column: Column, factor: (i: number) => number): Column {
  return column.kind === 'numeric' ? numeric(column.values.map((value, i) => value * factor(i))) : column
}

/** The file with categories of 16 records each: synthetic files have no category of one record. */
function coarse(file: Dataset): Dataset {
  const columns = masked.categorical.flatMap((name): [string, Column][] => {
    const column = file.column(name)
    return column.kind === 'numeric'
      ? []
      : [[name, { ...column, codes: column.codes.map((code) => code - (code % 16)) }]]
  })
  return withColumns(file, new Map(columns))
}

/**
 * Files as the method receives them. For a method on a masked file, masked records are equal in fours: clusters, and
 * ties.
 */
function framesOf(method: MaskingMethod, file: Dataset): Frame[] {
  const original = method.traits.records === 'synthetic' ? coarse(file) : file
  const { accepts } = method.traits
  const categories = accepts.some((kind) => kind !== 'numeric') ? masked.categorical : []
  const columns = [...(accepts.includes('numeric') ? masked.numeric : []), ...categories].sort()
  const alike = Int32Array.from({ length: ROWS }, (_, i) => (i % (ROWS / 4)) * 4)
  const fours = withColumns(original, new Map(columns.map((name) => [name, takeColumn(original.column(name), alike)])))
  const { postMasking, permutes } = method.traits
  const data = !postMasking ? original : permutes ? permutedFile(original, fours, columns) : fours
  const one = { original, data, columns, given: givenFor(method) }
  return method.traits.given === 'optional' ? [one, { ...one, given: givenColumns }] : [one]
}

async function seeds(method: MaskingMethod, on: Frame, params: unknown): Promise<readonly [MaskResult, MaskResult]> {
  return [await madeOnce(method, on, params, 11), await madeOnce(method, on, params, 12)]
}

/** Effect of the seed on each masked column of a file: the difference of its values (codes) under two seeds. */
function changed(on: Frame, [a, b]: readonly [MaskResult, MaskResult], f = 0): (readonly [string, Float64Array])[] {
  return on.columns.flatMap((name) => {
    const [one, other] = [a.files[f]?.columns.get(name), b.files[f]?.columns.get(name)]
    if (!one || !other) return []
    const [x, y] = [numbers(one), numbers(other)]
    return x.length === y.length ? [[name, x.map((value, i) => value - y[i])] as const] : []
  })
}

function numbers(column: Column): Float64Array {
  return column.kind === 'numeric' ? column.values : Float64Array.from(column.codes)
}

function pairsOf<T>(all: readonly T[]): (readonly [T, T])[] {
  return all.flatMap((one, i) => all.slice(i + 1).map((other) => [one, other] as const))
}

/** With very few random values, nothing can be concluded. */
function shared(a: Float64Array, b: Float64Array, what: string): string[] {
  const moved = a.reduce((count, value, i) => count + Number(value !== 0 || b[i] !== 0), 0)
  if (moved < ROWS / 12) return []
  const relation = spearman(a, b)
  if (!(Math.abs(relation) > SHARED)) return []
  return [
    `expected random numbers of their own for ${what}: what two seeds change in them is correlated by ${relation.toFixed(3)}`,
  ]
}
