import { asWarning, listed, option, type Dataset, type Message, type Registry } from '@sdc/core'
import {
  briefText,
  chooseColumns,
  limitEnd,
  openBeside,
  rolesOf,
  titleWithin,
  unreachableLimits,
  type DecidePlan,
  type FileSchema,
  type Limit,
  type Limits,
  type Unreachable,
} from '@sdc/engine'
import { counted } from '@sdc/inspect'
import { planFromRequirements } from '../candidates/comparison-plan.js'
import { fileRng } from '../compare/file-rng.js'

/** Something to do about a limit that no masking keeps. */
export interface MeetRemedy {
  /** `roles`: name quasi-identifiers. `mask`, `drop`: the columns. `policy`: another one. `table`: tables instead of records. */
  readonly kind: 'roles' | 'mask' | 'drop' | 'policy' | 'table'
  readonly columns: readonly string[]
  /** An imperative sentence without a full stop. */
  readonly text: string
}

/** Reason that no masking of values can meet a policy, with at least two remedies. */
export interface CannotMeet {
  /** A sentence without a full stop. */
  readonly why: string
  readonly remedies: readonly MeetRemedy[]
}

/** Requirements of a policy, or of a comparison, on a file of records. */
export interface MeetInput {
  readonly schema?: FileSchema | undefined
  /** Comparison with these limits, in addition to those of its purpose; without it, they belong to a policy. */
  readonly compare?: DecidePlan | undefined
  readonly limits: Limits
  /** Metrics with a limit that may lack a value. */
  readonly mayLack?: readonly string[] | undefined
  /** True if no unmasked column may disclose a masked one or identify persons, accepted or not. */
  readonly noOpenColumns?: boolean | undefined
}

/** Most columns that a sentence names. */
const NAMED = 4

/**
 * Finds reasons that no masking of values can meet the requirements on a file, before anything is masked. Each is certain: a limit
 * on a metric without a value, a risk that independent data already break, an unmasked column that discloses others.
 *
 * An empty list does not promise that a plan can be found.
 *
 * @param original - The file.
 * @param input - Its schema with the roles, and the requirements.
 * @param registry - Registry with the metrics.
 * @returns The reasons; empty if none was found.
 */
export async function cannotMeet(
  original: Dataset,
  { schema, compare: asked, limits, mayLack, noOpenColumns = false }: MeetInput,
  registry: Registry,
): Promise<CannotMeet[]> {
  const ofPurpose = asked !== undefined
  const whose = ofPurpose ? 'The comparison' : 'The policy'
  const compare = asked ?? planFromRequirements(registry, {})
  const rng = fileRng(original, schema)
  const unreachable = await unreachableLimits({ registry, original, schema, compare, limits, mayLack, ofPurpose, rng })
  const masked = chooseColumns(original, compare.columns, schema, [])
  const open = noOpenColumns
    ? openBeside(original, masked, schema).flatMap(({ accept, columns }) => (accept.length > 0 ? accept : columns))
    : []
  const hasKeys = rolesOf(original, schema).keys.length > 0
  const without = unreachable.filter(({ value }) => value === null)
  const causeOf = ({ reason = '' }: Unreachable): string => reason.split(':')[0]
  return [
    ...[...new Set(without.map(causeOf))].map((cause) =>
      withoutValue(
        without.filter((one) => causeOf(one) === cause),
        { whose, reason: cause, hasKeys },
      ),
    ),
    ...unreachable.flatMap(({ limit, value }) =>
      value === null ? [] : byChance(limit, value, { whose, records: original.rows }),
    ),
    ...openReason([...new Set(open)]),
  ]
}

const policy: MeetRemedy = { kind: 'policy', columns: [], text: 'Choose another policy' }
const table: MeetRemedy = { kind: 'table', columns: [], text: 'Publish tables instead of records' }
const roles: MeetRemedy = {
  kind: 'roles',
  columns: [],
  text: 'Set the role quasi-identifier for columns that an intruder may know',
}

function withoutValue(
  some: readonly Unreachable[],
  { whose, reason, hasKeys }: { readonly whose: string; readonly reason: string; readonly hasKeys: boolean },
): CannotMeet {
  const names = listed(
    some.map(({ limit }) => titleWithin(limit.metric)),
    NAMED,
  )
  return {
    why: `${whose} limits ${names}, which ${some.length === 1 ? 'has' : 'have'} no value in this file${reason === '' ? '' : `: ${reason}`}`,
    remedies: hasKeys ? [policy, table] : [roles, policy],
  }
}

function byChance(
  limit: Limit,
  value: number,
  { whose, records }: { readonly whose: string; readonly records: number },
): CannotMeet {
  const bound = `${whose} limits ${titleWithin(limit.metric)} to ${limitEnd(limit)}`
  return {
    why: `${bound}, but data without any relation to the ${counted(records, 'record')} already have ${briefText(value, limit.metric)}`,
    remedies: [table, policy],
  }
}

function openReason(columns: readonly string[]): CannotMeet[] {
  if (columns.length === 0) return []
  const names = listed(columns, NAMED)
  return [
    {
      why: `The policy permits no unmasked column that discloses others or names people, but ${names} would be released unmasked`,
      remedies: [
        { kind: 'mask', columns, text: `Mask ${names}` },
        { kind: 'drop', columns, text: `Drop ${names}` },
      ],
    },
  ]
}

/**
 * Warnings for the reasons that no masking can meet the limits of a comparison, each with its remedies as options.
 *
 * @param reasons - The reasons of `cannotMeet`.
 * @returns The warnings.
 */
export function cannotMeetMessages(reasons: readonly CannotMeet[]): Message[] {
  return reasons.map(({ why, remedies }) =>
    asWarning(`no masking can meet the limits. ${why}. Remedies: ${remedies.map(asOption).join('; or ')}`),
  )
}

function asOption({ kind, columns, text }: MeetRemedy): string {
  const names = columns.join(',')
  const words = {
    roles: `name columns that an intruder may know: ${option('quasiIdentifiers', 'age,sex')}`,
    mask: `mask ${names}: add to ${option('columns')}`,
    drop: `drop ${names}: role identifier in the schema`,
    policy: `set another limit: ${option('limit', 'ID=VALUE')}`,
    table: `${text.charAt(0).toLowerCase()}${text.slice(1)}`,
  }
  return words[kind]
}
