import { isSdcError, type ErrorCode, type SdcError } from '@sdc/core'
import { Asked } from './open-question.js'
import { setRole } from './set-role.js'
import type { Problem, Session } from './session-types.js'
import { withColumns } from './schema.js'

type Choice = NonNullable<Problem['choices']>[number]

/** Parts of the page that remedies of an error need. */
export interface Remedying {
  readonly session: Pick<Session, 'settings' | 'file' | 'change' | 'go' | 'anonymise'>
  /** Repeats the failed work; undefined if a repetition cannot help. */
  readonly again?: (() => void) | undefined
}

/** Remedies of errors by code: a sentence for errors without one, and the kinds of buttons. */
const remedies: Readonly<Partial<Record<ErrorCode, readonly [fix: string, ...kinds: Kind[]]>>> = {
  ALL_MISSING: ['Drop the column, or try other methods.', 'drop', 'methods'],
  BAD_HIERARCHY: ['Correct the hierarchy of the column.', 'roles'],
  BAD_OPTION: ['Change the settings.', 'methods'],
  BAD_PARAMETER: ['Change the values of the method.', 'methods'],
  BAD_PLAN: ['Open another file, or correct this one.', 'data'],
  BAD_RULE: ['Correct the rule, or remove it.', 'roles'],
  BEYOND_LIMIT: ['Choose another candidate, or try other methods.', 'candidates', 'methods'],
  CONSTANT_COLUMN: ['Drop the column, or release it unmasked.', 'drop', 'accept'],
  DUPLICATE_COLUMN: ['Rename one of the columns in the file, and open it again.', 'data'],
  EMPTY_FILE: ['Open another file.', 'data'],
  FILE: ['Open the file again, or another one.', 'data'],
  IDENTIFIER_REPEATS: ['Say whether risks count persons or records.', 'person', 'drop'],
  INFEASIBLE: ['Choose another candidate, or try other methods.', 'candidates', 'methods'],
  MISSING_VALUES: ['Keep missing values missing, or impute them.', 'keep missing', 'impute', 'drop'],
  NOTHING_MOVES: ['Use other values of the method.', 'methods'],
  NOT_A_PERMUTATION: ['Choose another method.', 'methods'],
  NOT_CATEGORICAL: ['Treat the column as categories, or choose another method.', 'categories', 'methods'],
  NOT_NUMERIC: ['Treat the column as categories, drop it, or choose another method.', 'categories', 'drop', 'methods'],
  NOT_ORDERED: ['Set under Roles whether the categories have an order, or choose another method.', 'roles', 'methods'],
  NO_COLUMNS: ['Give the columns to be masked a role.', 'roles'],
  OPEN_RELEASE: ['Mask these columns, drop them, or accept each by name.', 'accept', 'mask', 'drop'],
  RAGGED_ROW: ['Correct the line in the file, and open it again.', 'data'],
  TOO_FEW_RECORDS: ['Choose a method for fewer records, or smaller groups.', 'methods'],
  UNCHANGED: ['Choose another candidate, or drop the column.', 'candidates', 'drop'],
  UNKNOWN_COLUMN: ['Check the roles of the columns.', 'roles'],
  UNKNOWN_METHOD: ['Choose another method.', 'methods'],
  UNKNOWN_METRIC: ['Choose another policy.', 'methods'],
  WORKER_LOST: ['Try again, with fewer methods or columns.', 'again', 'methods'],
  WRONG_INPUT: ['Open the file that it belongs to.', 'data'],
}

type Kind =
  | 'accept'
  | 'anonymise'
  | 'again'
  | 'candidates'
  | 'categories'
  | 'data'
  | 'drop'
  | 'impute'
  | 'keep missing'
  | 'mask'
  | 'methods'
  | 'person'
  | 'roles'

/** Most columns with their own buttons. */
const COLUMNS = 3

/**
 * Returns a failure of the page's work as a problem.
 *
 * @param error - The error.
 * @param parts - The state that buttons change, and the repetition.
 * @returns The problem with advice; undefined if the user cancelled the work.
 */
export function problemOf(error: unknown, parts: Remedying): Problem | undefined {
  if (error instanceof Asked) return error.problem
  if (isSdcError(error)) return error.code === 'CANCELLED' ? undefined : withRemedies(error, parts)
  if (error instanceof Error && error.name === 'AbortError') return undefined
  const message = error instanceof Error ? error.message.split('\n')[0] : String(error)
  return {
    message: `the page itself has a bug: ${message}`,
    fix: 'Your earlier results are unchanged. Please report the bug.',
  }
}

/**
 * Finds the remedies of an error on the page.
 *
 * @param error - The error, worded for the page.
 * @param parts - The state that buttons change, and the repetition.
 * @returns The problem with its remedy as a sentence and as buttons.
 */
function withRemedies(error: SdcError, { session, again }: Remedying): Problem {
  const [usual = '', ...kinds] = remedies[error.code] ?? []
  const { place } = error
  const columns = namedColumns(error, session)
  const { anonymity, goal } = session.settings
  const isAnonymous = goal === 'anonymous'
  const then = (): void => {
    if (!isAnonymous) again?.()
    else {
      // Other settings give another anonymous file.
      session.go('anonymise')
      void session.anonymise()
    }
  }
  const act = (settings: Parameters<Session['change']>[0], label: string): void => {
    session.change(settings, label)
    then()
  }
  const role = (name: string, to: Parameters<typeof setRole>[2]): void => {
    const { settings, label } = setRole(session.settings, [name], to)
    act(settings, label)
  }
  const each = (text: (name: string) => string, choose: (name: string) => void): readonly Choice[] =>
    columns.slice(0, COLUMNS).map((name) => ({ text: text(name), act: () => choose(name) }))
  const choicesOf: Readonly<Record<Kind, () => readonly Choice[]>> = {
    accept: () =>
      each(
        (name) => `Accept ${name} unmasked`,
        (name) => {
          const { settings } = setRole(session.settings, [name], 'non-confidential')
          act({ ...settings, accepted: [...new Set([...settings.accepted, name])] }, `${name} accepted unmasked`)
        },
      ),
    again: () => (again ? [{ text: 'Try again', act: then }] : []),
    anonymise: () => [
      ...(place.parameter === 'suppressionPercent' ? (place.choices ?? []) : []).map((percent) => ({
        text: `Suppress up to ${percent} %`,
        act: () =>
          act({ anonymity: { ...anonymity, suppressionLimit: Number(percent) } }, `at most ${percent} % suppressed`),
      })),
      ...(anonymity.local
        ? []
        : [
            {
              text: 'Let columns mix levels',
              act: () => act({ anonymity: { ...anonymity, local: true } }, 'columns mix levels'),
            },
          ]),
      { text: 'Change the requirements', act: () => session.go('anonymise') },
    ],
    candidates: () => [{ text: 'Choose another candidate', act: () => session.go('choose') }],
    categories: () =>
      each(
        (name) => `Treat ${name} as categories`,
        (name) => {
          const schema = withColumns(session.settings.schema, new Map([[name, { kind: 'categorical' as const }]]))
          session.change({ schema }, `${name} categories`)
        },
      ),
    data: () => [{ text: 'Go to Data', act: () => session.go('data') }],
    drop: () =>
      each(
        (name) => `Drop ${name}`,
        (name) => role(name, 'identifier'),
      ),
    impute: () => [
      { text: 'Impute missing values', act: () => act({ missing: 'impute' }, 'missing values are imputed') },
    ],
    'keep missing': () => [
      { text: 'Keep missing values', act: () => act({ missing: 'keep' }, 'missing values stay missing') },
    ],
    mask: () =>
      each(
        (name) => (isAnonymous ? `Make ${name} a quasi-identifier` : `Mask ${name}`),
        (name) => role(name, isAnonymous ? 'quasi-identifier' : 'confidential'),
      ),
    methods: () => [{ text: 'Change the methods', act: () => session.go('try') }],
    person: () =>
      each(
        (name) => `${name} is a person`,
        (name) => role(name, 'person'),
      ),
    roles: () => [{ text: 'Go to Roles', act: () => session.go('roles') }],
  }
  const hasFile = session.file !== undefined
  const choices = (isAnonymous ? [...new Set(kinds.map(anonymousKind))] : kinds)
    .filter((kind) => hasFile || kind === 'data' || kind === 'again')
    .flatMap((kind) => choicesOf[kind]())
  return { message: error.message, fix: error.fix === '' ? usual : error.fix, choices }
}

/** Returns the kind of button for a k-anonymous file, which has requirements instead of candidates and methods. */
function anonymousKind(kind: Kind): Kind {
  return kind === 'candidates' || kind === 'methods' ? 'anonymise' : kind
}

/** Returns the columns of an error: its place, else those that its texts quote. */
function namedColumns({ place, message, fix }: SdcError, { file }: Remedying['session']): readonly string[] {
  const names = file?.columns.map(({ name }) => name) ?? []
  if (place.column !== undefined) return names.filter((name) => name === place.column)
  return names.filter((name) => fix.includes(`“Accept ${name} unmasked”`) || message.includes(`column "${name}"`))
}
