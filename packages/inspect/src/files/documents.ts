import { isArgusMetadata, readArgusMetadata } from './argus-metadata.js'
import { isMap, isNode, isScalar, isSeq, LineCounter, parseDocument, visit, type Document } from 'yaml'
import { isSdcError, SdcError } from '@sdc/core'
import { parseFileSchema, type FileSchema } from '@sdc/engine'
import { textOf, type InputFile } from './input-file.js'

/** A parsed document with the lines of its parts. */
export interface OpenDocument {
  readonly value: unknown
  /**
   * Returns the line of a part, or of the nearest enclosing part (unless `exactly`); undefined for the whole document.
   */
  readonly lineOf: (path: readonly (string | number)[], exactly: boolean) => number | undefined
}

/** Returns the content of a YAML or JSON file; throws BAD_PLAN. */
export function readDocument(file: InputFile): unknown {
  const text = textOf(file)
  // JSON as we write it is parsed in a tenth of the time of YAML. The text is used only if it is written the same
  // again, which excludes repeated keys and inexact numbers.
  try {
    const value: unknown = JSON.parse(text)
    if ([0, 1, 2].some((width) => `${JSON.stringify(value, null, width)}\n` === text)) return value
  } catch {
    // Not JSON; YAML is tried below.
  }
  return openDocument(file).value
}

/**
 * Parses a file of YAML or JSON.
 *
 * @param file - The document.
 * @returns Its content, and the lines of its parts.
 * @throws BAD_PLAN if it is neither, or if a key is repeated in one object.
 */
export function openDocument(file: InputFile): OpenDocument {
  const lines = new LineCounter()
  // Repeated keys are found below with a set: the parser compares every key with all before it, which takes seconds for
  // thousands.
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

/** Refuses a repeated key, since one of its values would be lost without a message. */
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

/**
 * Reads the schema of a table, from a schema file, a plan or a µ-Argus metafile.
 *
 * @param file - The file.
 * @returns The schema.
 * @throws BAD_PLAN with file and line if the document or its schema is invalid.
 */
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
 * Adds the file to the place of an error in the content of a document.
 *
 * @param file - The document.
 * @param read - Reads the content.
 * @param open - The parsed document, if it is at hand.
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
 * Adds file and line to the place of an error that occurs while a plan runs.
 *
 * @param file - The plan; undefined if there is none.
 * @param run - Runs the plan.
 * @returns The result of `run`.
 * @throws The errors of `run`, with the file, and with the line if they concern a part of the plan.
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
  // Options from the command line are not in the plan.
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

/** Returns the part under a key and its place; the place of an object is its key. */
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

/** Returns the error of a part, which was read as a separate document, with the place in the whole document. */
function below({ code, message, place, fix }: SdcError, key: string): SdcError {
  return new SdcError(code, message, { ...place, path: [key, ...(place.path ?? [])] }, fix)
}
