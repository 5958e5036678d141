import { SdcError, type Dataset, type Saved } from '@sdc/core'
import * as z from 'zod'
import type { Camouflage } from './vectors.js'

const format = 'services/camouflage@1'

/** What is saved beside the arrays; pairs and lists, since a column may have any name. */
const savedJson = z.object({
  rows: z.int().min(0),
  minimumDifference: z.int().min(0),
  camouflaged: z.array(z.object({ column: z.string(), weights: z.array(z.number()).min(3) })),
  /** The columns that queries may name in conditions; the levels of a categorical one, null of a numeric one. */
  open: z.array(z.object({ column: z.string(), levels: z.array(z.string()).nullable() })),
})

/** A column that may stand in a condition or in a design. */
export interface OpenColumn {
  /** Values, or codes of levels; NaN and −1 are missing. */
  readonly values: Float64Array | Int32Array
  readonly levels: readonly string[] | null
}

/** What a service of camouflaged columns answers from. */
export interface CamouflagedFile {
  readonly rows: number
  readonly minimumDifference: number
  readonly camouflaged: ReadonlyMap<string, Pick<Camouflage, 'vectors' | 'weights'>>
  readonly open: ReadonlyMap<string, OpenColumn>
}

/**
 * The file as JSON and arrays.
 *
 * @param file - what the service answers from
 * @returns what `fromSaved` makes it of again
 */
export function toSaved({ rows, minimumDifference, camouflaged, open }: CamouflagedFile): Saved {
  const arrays = new Map<string, Float64Array | Int32Array>()
  for (const [name, { vectors }] of camouflaged)
    vectors.forEach((vector, j) => arrays.set(`vector ${j} ${name}`, vector))
  for (const [name, { values }] of open) arrays.set(`open ${name}`, values)
  const json = {
    rows,
    minimumDifference,
    camouflaged: [...camouflaged].map(([column, { weights }]) => ({ column, weights: [...weights] })),
    open: [...open].map(([column, { levels }]) => ({ column, levels: levels && [...levels] })),
  }
  return { format, json, arrays }
}

/**
 * What was saved, held to its form.
 *
 * @param saved - what `toSaved` gave, or came of it through a file
 * @returns the file
 * @throws BAD_PLAN where it is something else
 */
export function fromSaved(saved: Saved): CamouflagedFile {
  const parsed = savedJson.safeParse(saved.json)
  if (saved.format !== format || !parsed.success) throw damaged(`it is not of the form ${format}`)
  const { rows, minimumDifference } = parsed.data
  const arrayOf = (name: string, kind: typeof Float64Array | typeof Int32Array): Float64Array | Int32Array => {
    const array = saved.arrays.get(name)
    if (array instanceof kind && array.length === rows) return array
    throw damaged(`its array "${name}" is not there, or not of ${rows} records`)
  }
  return {
    rows,
    minimumDifference,
    camouflaged: new Map(
      parsed.data.camouflaged.map(({ column, weights }) => [
        column,
        {
          weights: Float64Array.from(weights),
          vectors: weights.map((_, j) => arrayOf(`vector ${j} ${column}`, Float64Array) as Float64Array),
        },
      ]),
    ),
    open: new Map(
      parsed.data.open.map(({ column, levels }) => [
        column,
        { levels, values: arrayOf(`open ${column}`, levels ? Int32Array : Float64Array) },
      ]),
    ),
  }
}

function damaged(why: string): SdcError {
  const message = `this is no saved service of camouflaged columns: ${why}`
  return new SdcError('BAD_PLAN', message, { service: 'services/camouflage' }, 'Build the service again.')
}

/**
 * A column of a file as the service keeps it.
 *
 * @param data - the file
 * @param name - the name of the column
 * @returns its values or codes, in fresh arrays
 */
export function openColumn(data: Dataset, name: string): OpenColumn {
  const column = data.column(name)
  return column.kind === 'numeric'
    ? { values: column.values.slice(), levels: null }
    : { values: column.codes.slice(), levels: [...column.levels] }
}
