/** Pseudonyms: each id becomes a text that only the holder of the project's key can compute from it. */
import {
  defineMethod,
  option,
  SdcError,
  type Aggregate,
  type CategoricalColumn,
  type Column,
  type MaskingMethod,
  type Totals,
} from '@sdc/core'
import { countedRecords, tableAggregate } from '@sdc/toolkit/internal'
import * as z from 'zod'
import { pseudonymBits, pseudonymText, type PseudonymBits } from './pseudonym-bits.js'

const id = 'identifiers/pseudonym'

const params = z.object({
  domain: z
    .string()
    .min(1)
    .regex(/^[^\0]*$/, 'has the character U+0000')
    .optional()
    .meta({
      description:
        'Name of what the ids are of (patient); the same in every file that is to be joined. Default: the name of the column.',
    }),
})

export type PseudonymParams = z.infer<typeof params>

export const pseudonymMethod: MaskingMethod<PseudonymParams> = defineMethod({
  id,
  title: 'Pseudonyms',
  summary: 'Replaces ids by pseudonyms under a secret key; the same id has the same pseudonym in every file.',
  brief: [
    'It keeps links between records and files of the same id.',
    'The owner of the key can undo it, and the linked records can still identify a person.',
  ],
  formula: 'y = base 32 of the first 80 bits of HMAC-SHA-256(key, domain ‖ 0x00 ‖ x)',
  source: [{ key: 'krawczyk-bellare-canetti-1997', where: 'HMAC' }],
  notes: [
    {
      topic: 'parameters',
      text:
        'The key is a file that the command makes once and never overwrites (--pseudonym-key FILE). Files that are to ' +
        'be joined need the same key and the same domain. With another key or domain the pseudonyms cannot be joined.',
    },
    {
      topic: 'parameters',
      text:
        'An id is the text of its cell. An id of a column of numbers is the shortest decimal number that reads back as ' +
        'its value: 12 for 12, 12.0 and 1.2e1. A column with leading zeros (007) has texts, and 007 is another id than 7. ' +
        'Give the columns of all files the same kind.',
    },
    {
      topic: 'limits',
      text:
        'A pseudonym is 16 capitals and digits 2 to 7. All values of a column are checked: two ids with the same ' +
        'pseudonym are an error. Names that are spelled in two ways are two ids.',
    },
    {
      topic: 'limits',
      text:
        'Only columns that are named are masked, also those with the role identifier, person or household. A release ' +
        'keeps them; it neither drops nor renumbers them. For numbers 1, 2, 3 … that differ in every release, leave ' +
        'the column unmasked: a release renumbers persons and households.',
    },
    {
      topic: 'attacks',
      text:
        'Pseudonyms are not anonymous: the other columns of a record can still identify its person. All records with ' +
        'one pseudonym belong together, also across files, and tell more together than each alone.',
    },
    {
      topic: 'attacks',
      text:
        'Frequencies stay: an intruder who knows that a patient had 41 visits finds a pseudonym with 41 records. ' +
        'With an attribute of few values (sex, a clinic) as id, frequencies reveal all values.',
    },
    {
      topic: 'attacks',
      text:
        'The holder of the key can link every pseudonym, also those of small populations: they compute the pseudonyms ' +
        'of all numbers of a register. A plain hash without a key allows this to everybody.',
    },
    { topic: 'missing', text: 'A missing id stays missing.' },
  ],
  enables: [
    'An intruder who has the key of the project and the domain computes the pseudonym of every id that they can ' +
      'guess, and finds its records. The domain without the key is of no use.',
  ],
  traits: {
    accepts: ['numeric', 'ordered', 'nominal'],
    draws: 'choices',
    missing: 'keep',
    scope: 'cell',
    kinds: 'pseudonyms',
    searched: false,
  },
  params,
  examples: [{ domain: 'patient' }],
  *plan({ columns: names, params: { domain }, projectKey, masked }) {
    if (projectKey === undefined) throw needsKey()
    const tables = yield names.map((name) =>
      pseudonymTable(name, masked.column(name), pseudonymBits(projectKey, domain ?? domainOf(name))),
    )
    const columns = names.map((name, j) => [name, pseudonymiser(name, tables[j])] as const)
    return {
      form: 'block',
      mask: (block) => ({ columns: new Map(columns.map(([name, mask]) => [name, mask(block.masked.column(name))])) }),
    }
  },
})

/** Numbers of an id in a table of pseudonyms: its value or code, and the bits of its pseudonym. */
const WIDTH = 3

/** Aggregate of the different ids of a column with their pseudonyms, in ascending order of these. It is computed once for a file. */
function pseudonymTable(name: string, head: Column, bitsOf: (value: string) => PseudonymBits): Aggregate {
  return {
    ...tableAggregate('masked', (block) => [block.masked.column(name)]),
    end(table) {
      const values = table.length <= 1 ? new Float64Array(0) : countedRecords(table).columns[0]
      const rows = Array.from(
        values.filter((value) => value === value),
        (value): [number, ...PseudonymBits] => {
          return [value, ...bitsOf(head.kind === 'numeric' ? String(value) : head.levels[value])]
        },
      )
      rows.sort((a, b) => a[1] - b[1] || a[2] - b[2])
      const made = new Float64Array(WIDTH * rows.length)
      for (const [i, row] of rows.entries()) made.set(row, WIDTH * i)
      return made
    },
  }
}

/**
 * Returns the function that gives the records of a block their pseudonyms. Its levels are sorted: in another order they
 * would tell the order of the ids.
 *
 * @throws WRONG_INPUT if two ids have the same pseudonym; for a million ids the probability is 4·10⁻¹³.
 */
function pseudonymiser(name: string, table: Totals): (column: Column) => CategoricalColumn {
  const codes = new Map<number, number>()
  const levels: string[] = []
  for (let at = 0; at < table.length; at += WIDTH) {
    const level = pseudonymText([table[at + 1], table[at + 2]])
    if (level === levels.at(-1)) throw sameError(name)
    codes.set(table[at], levels.length)
    levels.push(level)
  }
  return (column) => {
    const values = column.kind === 'numeric' ? column.values : column.codes
    return {
      kind: 'categorical',
      codes: Int32Array.from(values, (one) => codes.get(one) ?? -1),
      levels,
      ordered: false,
    }
  }
}

function sameError(column: string): SdcError {
  const message = `two values of column "${column}" have the same pseudonym`
  return new SdcError('WRONG_INPUT', message, { method: id, column }, 'Set another domain: it gives other pseudonyms.')
}

function domainOf(column: string): string {
  if (!column.includes('\0')) return column
  const message = `the name of column "${column}" cannot be a domain`
  throw new SdcError('BAD_PARAMETER', message, { method: id, column, parameter: 'domain' }, 'Set domain.')
}

function needsKey(): SdcError {
  const fix = `Name its file: ${option('pseudonymKey', 'FILE')}. It is made if it does not exist; keep it secret, and keep a copy.`
  return new SdcError('BAD_OPTION', `${id} needs the key of the project`, { method: id }, fix)
}
