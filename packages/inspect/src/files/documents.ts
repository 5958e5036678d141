import { isArgusMetadata, readArgusMetadata } from './argus-metadata.js'
import { isMap, isNode, isScalar, isSeq, LineCounter, parseDocument, visit, type Document } from 'yaml'
import { isSdcError, SdcError } from '@sdc/core'
import { parseFileSchema, type FileSchema } from '@sdc/engine'
import { textOf, type InputFile } from './input-file.js'

/** A document that was parsed once: what it says, and where. */
export interface OpenDocument {
  readonly value: unknown
  /** The line of a part, or of the nearest part above it that is there (not `exactly`); undefined of the whole. */
  readonly lineOf: (path: readonly (string | number)[], exactly: boolean) => number | undefined
}

/** Content of a file of YAML or JSON; throws BAD_PLAN. */
export function readDocument(file: InputFile): unknown {
  const text = textOf(file)
  // JSON, as all that is written here, is parsed in a tenth of the time of YAML. A repeated key, or a number that is not
  // exact, would be another text when it is written again.
  try {
    const value: unknown = JSON.parse(text)
    if ([0, 1, 2].some((width) => `${JSON.stringify(value, null, width)}\n` === text)) return value
  } catch {
    // YAML, or neither: which is said below.
  }
  return openDocument(file).value
}

/**
 * Parses a file of YAML or JSON.
 *
 * @param file - The document.
 * @returns Its content, and the lines of its parts.
 * @throws BAD_PLAN for what is neither, and for a key that stands twice in one object.
 */
export function openDocument(file: InputFile): OpenDocument {
  const lines = new LineCounter()
  // The parser compares every key with all before it, which takes seconds for thousands: a set of them is asked instead.
  const document = parseDocument(textOf(file), { lineCounter: lines, logLevel: 'error', uniqueKeys: false })
  try {
    const [error] = document.errors
    if (error !== undefined) throw error
    checkUniqueKeys(document, lines)
    return { value: document.toJS(), lineOf: (path, exactly) => lineOf(document, lines, path, exactly) }
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n')[0].replace(/:$/, '') : String(error)
    const message = `${file.name} is neither YAML nor JSON: ${reason}`
    throw new SdcError('BAD_PLAN', message, { file: file.name }, 'Correct it at that place.')
  }
}

/** Refuses a repeated key: one of its values would be lost without a message. */
function checkUniqueKeys(document: Document, lines: LineCounter): void {
  visit(document, {
    Map(_, { items }) {
      const seen = new Set<unknown>()
      for (const { key } of items) {
        if (!isScalar(key)) continue
        if (seen.has(key.value)) {
          const { line, col } = lines.linePos(key.range?.[0] ?? 0)
          throw new Error(`Map keys must be unique at line ${line}, column ${col}`)
        }
        seen.add(key.value)
      }
    },
  })
}

/** The schema of a table, from a file of its own or from a whole plan. */
export function readSchema(file: InputFile): FileSchema {
  if (isArgusMetadata(file)) return readArgusMetadata(file)
  const value = readDocument(file)
  const schema = typeof value === 'object' && value !== null && 'schema' in value ? value.schema : value
  const isWhole = schema !== value
  return inDocument(file, () => {
    try {
      return parseFileSchema(schema)
    } catch (error) {
      throw isWhole && isSdcError(error) ? below(error, 'schema') : error
    }
  })
}

/**
 * Adds the file to the place of an error about what a document says.
 *
 * @param file - The document.
 * @param read - Reads the content.
 * @param open - The document, where it was parsed already.
 * @returns The result of `read`.
 * @throws The errors of `read`, with the file.
 */
export function inDocument<T>(file: InputFile, read: () => T, open?: OpenDocument): T {
  try {
    return read()
  } catch (error) {
    throw placed(error, file, false, open)
  }
}

/**
 * Adds file and line to the place of an error about a part of a plan, while it is run.
 *
 * @param file - The plan; undefined where there is none.
 * @param run - Runs it.
 * @returns The result of `run`.
 * @throws The errors of `run`, with the file, and with the line if they are about a part of the plan.
 */
export async function runDocument<T>(file: InputFile | undefined, run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    throw file === undefined ? error : placed(error, file, true)
  }
}

function placed(error: unknown, file: InputFile, onlyParts: boolean, open?: OpenDocument): unknown {
  if (!isSdcError(error) || error.place.file !== undefined) return error
  const { path } = error.place
  if (path === undefined && onlyParts) return error
  const line = path === undefined ? error.place.line : (open ?? openDocument(file)).lineOf(path, onlyParts)
  // Options typed in addition to the plan are not in it.
  if (onlyParts && line === undefined) return error
  return new SdcError(error.code, error.message, { ...error.place, file: file.name, line }, error.fix)
}

function lineOf(
  document: Document,
  lines: LineCounter,
  path: readonly (string | number)[],
  exactly: boolean,
): number | undefined {
  let node: unknown = document.contents
  let start: number | undefined
  for (const key of path) {
    const next = partOf(node, key)
    if (next === undefined) {
      if (exactly) return undefined
      break
    }
    start = next.start ?? start
    node = next.value
  }
  return start === undefined ? undefined : lines.linePos(start).line
}

/** The part under a key, and where it begins: of an object at its key. */
function partOf(
  node: unknown,
  key: string | number,
): { readonly value: unknown; readonly start: number | undefined } | undefined {
  if (isSeq(node)) {
    const value = node.items[Number(key)]
    return isNode(value) ? { value, start: value.range?.[0] } : undefined
  }
  if (!isMap(node)) return undefined
  const pair = node.items.find((one) => isScalar(one.key) && String(one.key.value) === String(key))
  return pair && isNode(pair.key) ? { value: pair.value, start: pair.key.range?.[0] } : undefined
}

/** The error of a part of a document, where it was read as a document of its own. */
function below({ code, message, place, fix }: SdcError, key: string): SdcError {
  return new SdcError(code, message, { ...place, path: [key, ...(place.path ?? [])] }, fix)
}
