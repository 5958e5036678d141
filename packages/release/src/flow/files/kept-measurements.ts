import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { keptForm, type KeptMeasurement, type KeptMeasurements } from '@sdc/engine'
import { fileError } from '@sdc/files/node'
import * as z from 'zod'

/** File of the measurements, in the folder of a comparison; removed when the comparison is complete. */
const keptName = 'measurements.INTERNAL.jsonl'

/** Measurements of a comparison, kept in its folder while it runs. */
export interface KeptFile extends KeptMeasurements {
  /** Number of measurements that were reused. */
  readonly reused: () => number
  /** Removes the file, and the folder if it is empty then. */
  readonly remove: () => Promise<void>
}

const line = z.tuple([z.string(), keptForm])

/**
 * Opens the measurements of a comparison. Each is one line, so a killed run loses at most one.
 *
 * @param folder - Folder of the comparison; the first measurement makes it.
 * @param resume - True to reuse the measurements of an interrupted comparison.
 * @returns The measurements.
 * @throws FILE if a measurement cannot be written.
 */
export function keptFile(folder: string, resume: boolean): KeptFile {
  const path = join(folder, keptName)
  const known = resume ? readKept(path) : new Map<string, readonly KeptMeasurement[]>()
  let isNew = known.size === 0
  let reused = 0
  return {
    get(key) {
      const found = known.get(key)
      if (found) reused++
      return found
    },
    set(key, measurements) {
      // A killed comparison may have left a line without its end.
      const text = `\n${JSON.stringify([key, measurements])}\n`
      try {
        if (isNew) {
          mkdirSync(folder, { recursive: true })
          rmSync(path, { force: true })
          writeFileSync(path, text, { mode: 0o600 })
        } else appendFileSync(path, text)
      } catch (error) {
        throw fileError(error, 'written', path)
      }
      isNew = false
    },
    reused: () => reused,
    async remove() {
      rmSync(path, { force: true })
      await rmdir(folder).catch(() => undefined)
    },
  }
}

/** Reads the whole lines of the file. */
function readKept(path: string): Map<string, readonly KeptMeasurement[]> {
  const known = new Map<string, readonly KeptMeasurement[]>()
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch {
    return known
  }
  for (const one of text.split('\n')) {
    const parsed = line.safeParse(fromJson(one))
    if (parsed.success) known.set(...parsed.data)
  }
  return known
}

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
