import * as z from 'zod'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { SdcError, type RngState } from '@sdc/core'
import { exactJson } from './exact-json.js'
import { outcomeFromJson, outcomeJson } from './outcome-json.js'
import type { JobOutcome } from './job.js'
import type { OutcomeStore } from './stored-work.js'
import { identityDifferences, type WorkIdentity } from './work-identity.js'

/** Texts that are kept one after the other: in a file that outlives its process, or in memory. */
export interface Journal {
  /** What it is called in what is said to people. */
  readonly name: string
  /** What it held when it was opened. */
  readonly entries: readonly string[]
  /** Keeps one more; when it returns, that one is safe. */
  append(entry: string): void
  close(): void
}

const format = 'sdc outcomes 1'
const keepIt =
  'Private: key is the source of the random numbers, with which whoever has a masked file finds the original. Keep it as ' +
  'secret as the original, and remove it when it is not needed any more.'

const headForm = z.strictObject({
  format: z.literal(format),
  private: z.string(),
  source: z.enum(['seedrandom', 'chacha20']),
  key: z.string().regex(/^[0-9a-f]{64}$/),
  identity: z.record(z.string(), z.unknown()),
})
const entryForm = z.strictObject({ id: z.string(), outcome: z.unknown() })

/**
 * The root of the random numbers of the work that a journal is of: who goes on with it without a seed takes this one.
 *
 * @param journal - What was kept.
 * @returns Its state, undefined where nothing was kept yet.
 * @throws BAD_PLAN where the journal is none of outcomes.
 */
export function journalRoot(journal: Journal): RngState | undefined {
  const head = headOf(journal)
  return head && { source: head.source, key: hexToBytes(head.key) }
}

/**
 * The outcomes that a journal keeps.
 *
 * @param journal - Empty, or of an earlier run of the same work.
 * @param identity - What the work is: `workIdentity`.
 * @param root - The root of its random numbers.
 * @returns The store; what is put into it is safe at once. Closing it closes the journal.
 * @throws WRONG_INPUT where the journal is of other work, with what differs; BAD_PLAN where it is none of outcomes.
 */
export function journalStore(journal: Journal, identity: WorkIdentity, root: RngState): OutcomeStore {
  const head = headOf(journal)
  const key = bytesToHex(root.key)
  if (head) {
    const differences = identityDifferences(head.identity, identity)
    if (differences.length === 0 && (head.key !== key || head.source !== root.source))
      differences.push('other random numbers')
    if (differences.length > 0) throw otherWork(journal, differences)
  } else {
    const first = { format, private: keepIt, source: root.source, key, identity: exactJson(identity) }
    journal.append(JSON.stringify(first))
  }
  const held = new Map<string, JobOutcome>()
  for (const [i, text] of journal.entries.slice(1).entries()) {
    const entry = entryForm.safeParse(jsonOf(text)).data
    const outcome = entry && outcomeFromJson(entry.outcome)
    if (!outcome) throw damaged(journal, `its entry ${i + 2} is no outcome`)
    held.set(entry.id, outcome)
  }
  return {
    get: (id) => held.get(id),
    put(id, outcome) {
      if (held.has(id)) return
      journal.append(JSON.stringify({ id, outcome: outcomeJson(outcome) }))
      held.set(id, outcome)
    },
    close: () => journal.close(),
  }
}

function headOf(journal: Journal): z.output<typeof headForm> | undefined {
  const [first] = journal.entries
  if (first === undefined) return undefined
  const head = headForm.safeParse(jsonOf(first))
  if (head.success) return head.data
  throw damaged(journal, `it does not begin as ${format} does: it is something else, or of another version of sdc`)
}

function otherWork({ name }: Journal, differences: readonly string[]): SdcError {
  const message = `${name} has the results of other work: ${differences.join('; ')}`
  const advice = 'Go on with the file and the options of the run that wrote it, or begin anew in another folder.'
  return new SdcError('WRONG_INPUT', message, { file: name }, advice)
}

function damaged({ name }: Journal, what: string): SdcError {
  const advice = 'Begin anew in another folder, or remove this file: what it has is then computed again.'
  return new SdcError('BAD_PLAN', `${name} cannot be gone on with: ${what}`, { file: name }, advice)
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
