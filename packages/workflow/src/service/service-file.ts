import * as z from 'zod'
import { SdcError, type Saved } from '@sdc/core'
import { formError, refuseEdited, sealed } from '@sdc/engine'
import { inDocument, bytesOf, textOf, type InputFile } from '@sdc/inspect'
import { fromBase64, toBase64 } from './base64.js'

/** Version of the service file; other versions are refused. */
export const serviceFormat = 'sdc service 1'

const arrayTypes = { Float64Array, Int32Array, Uint8Array } as const

const typedArray = z.strictObject({
  name: z.string(),
  type: z.enum(['Float64Array', 'Int32Array', 'Uint8Array']),
  base64: z.string().meta({ description: 'Its numbers, the byte of least weight first.' }),
})

/** Form of the file of `sdc service build`: all data from which a service answers. */
export const serviceFileForm = z.strictObject({
  format: z.literal(serviceFormat),
  id: z.string().meta({ description: 'Id of the service in its log.' }),
  service: z.string().meta({ description: 'The id of the service that opens it.' }),
  plugin: z.strictObject({ name: z.string(), version: z.string() }).meta({ description: 'Plugin of the service.' }),
  params: z.record(z.string(), z.unknown()),
  columns: z
    .array(z.strictObject({ name: z.string(), kind: z.enum(['numeric', 'categorical']) }))
    .meta({ description: 'The columns that it was built of, which queries may name.' }),
  saved: z.strictObject({
    format: z.string().meta({ description: 'The form of json and arrays, which only the service knows.' }),
    json: z.unknown(),
    arrays: z.array(typedArray),
  }),
  mac: z.string().meta({ description: 'MAC of all of it: an edited file is refused.' }),
})

/** Content of a service file. */
export interface ServiceFile extends Omit<z.infer<typeof serviceFileForm>, 'saved' | 'format' | 'mac'> {
  readonly saved: Saved
}

/** Returns the text of a service file. */
export function writeServiceFile({ saved, ...rest }: ServiceFile): string {
  const arrays = [...saved.arrays].map(([name, array]) => {
    const type = (Object.keys(arrayTypes) as (keyof typeof arrayTypes)[]).find(
      (one) => array instanceof arrayTypes[one],
    )
    const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength)
    return { name, type, base64: toBase64(bytes) }
  })
  const { format, json } = saved
  const file = { format: serviceFormat, ...rest, saved: { format, json, arrays } }
  return `${JSON.stringify(sealed(file, bytesOf(rest.id)))}\n`
}

/** Reads a service file; throws BAD_PLAN. */
export function readServiceFile(file: InputFile): ServiceFile {
  const place = { file: file.name }
  const fix = 'sdc service build writes one.'
  const value = jsonOf(file)
  if (value === undefined)
    throw new SdcError('BAD_PLAN', `${file.name} is not the file of a service: it is not JSON`, place, fix)
  const parsed = serviceFileForm.safeParse(value)
  if (!parsed.success) {
    const { message } = formError('file of a service', parsed.error, value, serviceFileForm, fix)
    throw new SdcError('BAD_PLAN', message, place, fix)
  }
  inDocument(file, () => refuseEdited(value, bytesOf(parsed.data.id), 'file of a service'))
  const { format: _, mac: __, saved, ...rest } = parsed.data
  const arrays = saved.arrays.map(({ name, type, base64 }) => {
    const bytes = fromBase64(base64)
    if (!bytes || bytes.length % arrayTypes[type].BYTES_PER_ELEMENT !== 0) {
      const message = `${file.name} is damaged: its array ${name} is not a ${type} in base64`
      throw new SdcError('BAD_PLAN', message, place, fix)
    }
    return [name, new arrayTypes[type](bytes.buffer)] as const
  })
  return { ...rest, saved: { format: saved.format, json: saved.json, arrays: new Map(arrays) } }
}

/** Parses a JSON file; undefined if it is invalid. */
function jsonOf(file: InputFile): unknown {
  const text = textOf(file)
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
