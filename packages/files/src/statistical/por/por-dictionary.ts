import type { Decoder } from '../../encodings/decoder.js'
import { trimmedEnd } from '../bytes/byte-reader.js'
import type { SpssColumn, SpssMissing } from '../spss/columns.js'
import { formatOf } from '../spss/formats.js'
import type { PortableText } from './portable-text.js'

/** Columns of a portable file, and the name of the weight column. */
export interface PorDictionary {
  readonly columns: readonly SpssColumn[]
  readonly weight: string | undefined
}

/** Largest number of bytes of a text variable. */
const WIDEST = 32_767

/** Newer versions of SPSS add this to the format numbers of times. */
const NEWER_TIMES = 82

/** Column under construction. */
interface Draft {
  readonly name: string
  readonly width: number
  readonly format: SpssColumn['format']
  label: string
  labels: Map<number | string, string>
  readonly values: (number | string)[]
  range: SpssMissing['range']
}

/**
 * Reads the records before the data. Each begins with a letter or a digit.
 *
 * @throws FILE for an unknown record, and for parts that do not fit together.
 */
export function readDictionary(text: PortableText, decoder: Decoder): PorDictionary {
  const string = (): string => decoder.decode(trimmedEnd(text.text()))
  const drafts: Draft[] = []
  let weight: string | undefined
  let count = 0
  const last = (): Draft => {
    const draft = drafts.at(-1)
    if (draft === undefined) throw text.broken('a record of a variable comes before the first variable')
    return draft
  }
  const value = ({ width }: Draft): number | string => (width > 0 ? string() : text.number())
  // Version of the format, then date and time of writing.
  text.byte()
  text.text()
  text.text()
  for (;;) {
    const { at } = text
    const tag = String.fromCharCode(text.byte())
    switch (tag) {
      case '1':
      case '2':
      case '3':
        text.text()
        break
      case '4':
        count = text.whole()
        break
      case '5':
        text.number()
        break
      case '6':
        weight = string()
        break
      case '7':
        drafts.push(readVariable(text, string))
        break
      case '8':
        last().values.push(value(last()))
        break
      case '9':
        last().range = [-Infinity, text.number()]
        break
      case 'A':
        last().range = [text.number(), Infinity]
        break
      case 'B':
        last().range = [text.number(), text.number()]
        break
      case 'C':
        last().label = string()
        break
      case 'D':
        readLabels(text, drafts, string, value)
        break
      case 'E':
        for (let lines = text.whole(); lines > 0; lines--) text.text()
        break
      case 'F':
        if (count !== drafts.length) throw text.broken(`it says ${count} variables but has ${drafts.length}`, at)
        return { columns: drafts.map(columnOf), weight }
      default:
        throw text.broken(`a record has the unknown mark ${JSON.stringify(tag)}`, at)
    }
  }
}

function readVariable(text: PortableText, string: () => string): Draft {
  const { at } = text
  const width = text.whole()
  if (width > WIDEST) throw text.broken(`a text has ${width} bytes`, at)
  const name = string()
  const [type, letters, decimals] = [text.whole(), text.whole(), text.whole()]
  for (let i = 0; i < 3; i++) text.whole()
  const known = type > NEWER_TIMES ? type - NEWER_TIMES : type
  const print = ((known & 255) << 16) | (letters << 8) | decimals
  const format = letters > 255 || decimals > 255 ? undefined : formatOf(print)
  return { name, width, format, label: '', labels: new Map(), values: [], range: undefined }
}

function readLabels(
  text: PortableText,
  drafts: readonly Draft[],
  string: () => string,
  value: (draft: Draft) => number | string,
): void {
  const named: Draft[] = []
  for (let names = text.whole(); names > 0; names--) {
    const { at } = text
    const name = string()
    const draft = drafts.find((one) => one.name === name)
    if (draft === undefined) throw text.broken(`labels name the unknown variable ${JSON.stringify(name)}`, at)
    named.push(draft)
  }
  const labels = new Map<number | string, string>()
  for (let count = text.whole(); count > 0; count--) {
    const [first] = named
    if (first === undefined) throw text.broken('labels name no variable')
    labels.set(value(first), string())
  }
  for (const draft of named) draft.labels = labels
}

function columnOf({ name, width, format, label, labels, values, range }: Draft): SpssColumn {
  const missing = values.length > 0 || range !== undefined ? { values, range } : undefined
  return { name, label, width, variables: [], format, measure: undefined, displayWidth: undefined, labels, missing }
}
