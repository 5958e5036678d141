import {
  BLOCK,
  blocksOf,
  dataset,
  numeric,
  sameColumn,
  seededRng,
  takeColumn,
  takeRows,
  type BlockRange,
  type ByBlocks,
  type Column,
  type Dataset,
  type MaskingMethod,
  type PartsContext,
  type Streamed,
  type Totals,
} from '@sdc/core'
import { artificialFile, columnsFor, givenFor, roleColumns } from '../shared/artificial.js'
import { runCheck, type Check } from '../shared/check.js'
import { columnAsRead } from './column-as-read.js'
import { frame, overCases, run, type Frame, type MethodSubject, type ParamCase } from './run-method.js'

/** Two whole blocks and a short one: what was merged is merged again. */
const ROWS = 2 * BLOCK + 77
/** A whole block and a short one, for parameters that merge nothing else than others before them. */
const FEWER_ROWS = BLOCK + 77
/** Records of the artificial file, which are repeated with a change. */
const DRAWN = 1000

/** How a method runs on a file in parts: what it says has the form of the contract, and blocks give the bytes of the file. */
export async function partsChecks(subject: MethodSubject): Promise<Check[]> {
  const { method, cases } = subject
  const needed = cases.flatMap(({ params }) => {
    const facts = { params, columns: columnsFor(method), masked: artificialFile(0, 'parts') }
    return method.needsFile?.(facts) ?? []
  })
  const why = await runCheck(method.id, 'a method that needs all records says why', () =>
    needed.flatMap(({ why: clause }) => (clause.trim() === '' ? ['expected a reason, it is empty'] : [])),
  )
  if (method.streamed === undefined) return needed.length > 0 ? [why] : []
  const said = cases.map(({ params }) => method.streamed?.(params))
  const checks = [
    await runCheck(method.id, 'its plan for running out of core has the form of the contract', () =>
      said.flatMap(shapeProblems),
    ),
  ]
  if (!checks[0].ok || !said.some((says) => says?.shape === 'blocks')) return checks
  const names = [...columnsFor(method), ...givenFor(method), ...roleColumns]
  const merged = new Set<string>()
  const [firstOf, others]: [ParamCase[], ParamCase[]] = [[], []]
  for (const one of cases) {
    const passes = passNames(method.streamed(one.params))
    if (passes !== undefined) (merged.has(passes) ? others : firstOf).push(one)
    merged.add(passes ?? '')
  }
  const find = (params: unknown, one: Frame): Promise<string[]> => blockProblems(method, one, params)
  const on = (rows: number): Frame[] => [frame(method, longFile(names, rows))]
  const same = await runCheck(
    method.id,
    'blocks of a file, whatever their order, give what the whole file gives',
    async () => [
      ...(await overCases({ method, cases: firstOf }, on(ROWS), find)),
      ...(others.length > 0 ? await overCases({ method, cases: others }, on(FEWER_ROWS), find) : []),
    ],
  )
  return [...checks, same]
}

/** The passes of a method that runs on blocks, by these parameters. */
function passNames(says: Streamed<unknown>): string | undefined {
  return says.shape === 'blocks' ? JSON.stringify(says.passes.map(({ name }) => name)) : undefined
}

async function blockProblems(method: MaskingMethod, on: Frame, params: unknown): Promise<string[]> {
  const says = method.streamed?.(params)
  if (says?.shape !== 'blocks') return []
  const whole = (await run(method, on, params)).files[0].columns
  const blocks = maskedBlocks(method, says, on, params)
  return on.columns.flatMap((name) => {
    const [column, other] = [whole.get(name), blocks.get(name)]
    if (column && other && sameColumn(column, other)) return []
    return [`expected the blocks of ${name} to be those of the whole file, they differ`]
  })
}

function shapeProblems(says: Streamed<unknown> | undefined): string[] {
  switch (says?.shape) {
    case 'whole': {
      const isSentence = typeof says.why === 'string' && says.why.trim() !== ''
      return isSentence ? [] : ['expected a method that needs the whole file to say why']
    }
    case 'blocks': {
      const names = says.passes.map(({ name }) => name)
      const twice = names.filter((name, p) => names.indexOf(name) < p)
      return [
        ...twice.map((name) => `expected the passes to have names of their own, two are called ${name}`),
        ...(typeof says.mask === 'function' ? [] : ['expected a function mask']),
      ]
    }
    case 'ranks':
      return (['ties', 'walk', 'window'] as const).flatMap((name) =>
        typeof says[name] === 'function' ? [] : [`expected a function ${name}`],
      )
    case 'reordered':
      return (['runs', 'keys'] as const).flatMap((name) =>
        typeof says[name] === 'function' ? [] : [`expected a function ${name}`],
      )
    case 'cells':
      return (['cells', 'mask', 'merge', 'words'] as const).flatMap((name) =>
        typeof says[name] === 'function' ? [] : [`expected a function ${name}`],
      )
    default:
      return ['expected the shape blocks, ranks, reordered, cells or whole']
  }
}

/** Columns of the artificial file many times over, their numbers never quite the same. */
function longFile(names: readonly string[], records: number): Dataset {
  const drawn = artificialFile(DRAWN, 'parts')
  const rows = new Int32Array(records).map((_, i) => i % DRAWN)
  return dataset(
    names.map((name): [string, Column] => {
      const column = takeColumn(drawn.column(name), rows)
      if (column.kind !== 'numeric') return [name, column]
      return [name, numeric(column.values.map((value, i) => value + Math.floor(i / DRAWN) / 128))]
    }),
  )
}

/** The passes and the masking on copies of blocks, the last one first: what a block leaves behind must change no other. */
function maskedBlocks(
  method: MaskingMethod,
  says: ByBlocks<unknown>,
  { data, columns, given, roles }: Frame,
  params: unknown,
): ReadonlyMap<string, Column> {
  const blocks = blocksOf(data.rows)
  const totals = new Map<string, Totals>()
  const context: PartsContext<unknown> = {
    columns,
    given,
    roles: roles ?? { keys: [], confidential: [], given: [], identifiers: [] },
    params,
    rng: seededRng(1),
    rows: data.rows,
    head: takeRows(data, new Int32Array(0)),
    totals,
  }
  const at = (block: BlockRange): Parameters<typeof says.mask>[0] => {
    const rows = new Int32Array(block.end - block.first).map((_, i) => block.first + i)
    return { ...context, block, data: takeRows(data, rows) }
  }
  for (const pass of says.passes) {
    if (pass.needed?.(context) === false) continue
    const own = blocks.toReversed().map((block) => pass.of(at(block)))
    const total = own.toReversed().reduce((sum, next) => pass.merge(sum, next))
    const known = pass.known?.(context, (name) => columnAsRead(data.column(name)))
    if (known && !sameNumbers(known, total))
      throw new Error(`${method.id} knows other totals of "${pass.name}" than those of its blocks`)
    totals.set(pass.name, pass.end?.(context, total) ?? total)
  }
  says.check?.(context)
  const masked = blocks.toReversed().map((block) => says.mask(at(block)))
  return new Map(
    columns.map((name) => {
      const parts = masked.toReversed().map((part) => part.get(name))
      return [name, joined(parts, data.column(name), method)]
    }),
  )
}

function sameNumbers(one: Totals, other: Totals): boolean {
  return one.length === other.length && one.every((value, k) => Object.is(value, other[k]))
}

function joined(parts: readonly (Column | undefined)[], like: Column, { id }: MaskingMethod): Column {
  if (like.kind === 'numeric') {
    const values = parts.flatMap((part) => (part?.kind === 'numeric' ? [part.values] : []))
    return numeric(oneAfterAnother(values, new Float64Array(lengthOf(values))))
  }
  const [first] = parts
  if (first?.kind !== 'categorical') throw new Error(`${id} made numbers of categories in a block`)
  const codes = parts.flatMap((part) => (part?.kind === 'categorical' ? [part.codes] : []))
  return { ...first, codes: oneAfterAnother(codes, new Int32Array(lengthOf(codes))) }
}

function lengthOf(parts: readonly ArrayLike<number>[]): number {
  return parts.reduce((sum, { length }) => sum + length, 0)
}

function oneAfterAnother<A extends Float64Array | Int32Array>(parts: readonly A[], into: A): A {
  let at = 0
  for (const part of parts) {
    into.set(part, at)
    at += part.length
  }
  return into
}
