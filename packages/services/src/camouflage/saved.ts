import { SdcError, type Dataset, type Saved } from '@sdc/core'
import * as z from 'zod'
import type { Camouflage } from './vectors.js'

const format = 'services/camouflage@1'

/** Saved values except the arrays; as pairs and lists, since a column may have any name. */
const savedJson = z.object({
  rows: z.int().min(0),
  minimumDifference: z.int().min(0),
  camouflaged: z.array(z.object({ column: z.string(), weights: z.array(z.number()).min(3) })),
  /** Columns that queries may name in conditions; the levels of a categorical column, null for a numeric one. */
  open: z.array(z.object({ column: z.string(), levels: z.array(z.string()).nullable() })),
})

/** Column that conditions and designs may use. */
export interface OpenColumn {
  /** Values, or codes of levels; NaN and −1 are missing. */
  readonly values: Float64Array | Int32Array
  readonly levels: readonly string[] | null
}

/** Data from which a camouflage service answers. */
export interface CamouflagedFile {
  readonly rows: number
  readonly minimumDifference: number
  readonly camouflaged: ReadonlyMap<string, Pick<Camouflage, 'vectors' | 'weights'>>
  readonly open: ReadonlyMap<string, OpenColumn>
}

/**
 * Saves the file as JSON and arrays.
 *
 * @param file - File of the service.
 * @returns Input of `fromSaved`.
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
 * Restores a saved file and validates its form.
 *
 * @param saved - Result of `toSaved`, possibly written to disk and read back.
 * @returns The file.
 * @throws BAD_PLAN if it has another form.
 */
export function fromSaved(saved: Saved): CamouflagedFile {
  const parsed = savedJson.safeParse(saved.json)
  if (saved.format !== format || !parsed.success) throw damaged(`its format is not ${format}`)
  const { rows, minimumDifference } = parsed.data
  const arrayOf = (name: string, kind: typeof Float64Array | typeof Int32Array): Float64Array | Int32Array => {
    const array = saved.arrays.get(name)
    if (array instanceof kind && array.length === rows) return array
    throw damaged(`its array "${name}" is absent, or its length is not ${rows}`)
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
  const message = `not a saved service of camouflaged columns: ${why}`
  return new SdcError('BAD_PLAN', message, { service: 'services/camouflage' }, 'Build the service again.')
}

/**
 * Copies a column of a file for the service.
 *
 * @param data - The file.
 * @param name - Name of the column.
 * @returns Its values or codes, in new arrays.
 */
export function openColumn(data: Dataset, name: string): OpenColumn {
  const column = data.column(name)
  return column.kind === 'numeric'
    ? { values: column.values.slice(), levels: null }
    : { values: column.codes.slice(), levels: [...column.levels] }
}
