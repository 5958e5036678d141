import {
  brokenRulePolicies,
  missingKindPolicies,
  missingPolicies,
  precisions,
  wavePolicies,
  type Limits,
} from '@sdc/engine'
import { writtenFormats } from '@sdc/files'
import { limitsFrom, nameList } from '@sdc/inspect'
import { decoderOf } from '@sdc/files'
import { widthList } from './width-list.js'
import {
  choice,
  columnList,
  flag,
  names,
  negative,
  number,
  percentage,
  positiveInteger,
  repeated,
  text,
  value,
  wholeNumber,
  type Flag,
} from './flags.js'

export * from './flags.js'

/** Options that several commands have. */
export const schema = text('<file>', 'read kinds, roles and missing codes from this file (YAML, JSON)')
export const encoding = value(
  '<name>',
  'set the encoding of text files, such as windows-1252',
  (name) => decoderOf(name).encoding,
)
export const widths = value('<list>', 'read columns of fixed width, in letters: 3,2,8', widthList)
export const link = text('<column>', 'link records of the two files by this column')
export const origin = text('<file>', 'link records by the private file, or a CSV column origin')
export const data = text('<file>', 'read this file instead of the one in the plan')
export const privateFile = text('<file>', 'write the private file, which replays the run; keep it secret')
export const allowPlugins = flag('load the plugins of the plan; their code runs with your rights')
/** Reports written with a result. */
export const report = negative('write no report')
export const smallGroups = choice(
  '<what>',
  'handle groups that are too small to mask',
  ['error', 'keep', 'pooled'],
  'error',
)
export const precision = choice('<what>', 'set the rounding of masked numbers', precisions)
export const missing = choice('<what>', 'handle missing values; default: as the method does', missingPolicies)
export const brokenRules = choice('<what>', 'keep the rules of the schema this way', brokenRulePolicies)
export const waves = choice('<what>', 'mask values of waves, or the changes between them', wavePolicies)
export const quasiIdentifiers = value('<names>', 'name the columns that an intruder may know: a,b', nameList)
export const hierarchy = repeated(
  '<column=file>',
  'read the classes of a column from a CSV file, or make them by a rule: prefix:3,2,1',
)
export const distance = choice(
  '<what>',
  'measure distances of categories in a hierarchy by this rule',
  ['ancestors', 'path'],
  'ancestors',
)
export const maxUnchanged = value(
  '<percent>',
  'allow this percentage of unchanged values per masked column; default 95',
  percentage,
)
export const rule = repeated('<rule>', 'find sensitive cells: p=15%, nk=1,50, pq=10,80, freq=3 (repeatable)')

export const columnsFlag = (what: string): Flag<'all' | string[] | undefined> => value('<names>', what, columnList)
/** Masked columns, which a command can also detect. */
export const maskedColumns = columnsFlag('name the masked columns: a,b or all; default: detected')
export const list = (what: string): Flag<string[] | undefined> => value('<names>', what, nameList)
export const groupsOf = (what: string): Flag<string[]> => value('<names>', what, nameList, [])
export const set = (what: string): Flag<readonly string[]> => repeated('<name=value>', `${what} (repeatable)`)
export const seed = text('<seed>', 'repeat the same random numbers; not for release')
export const fixedSeed = (what = 'repeat the same random numbers; not for release'): Flag<string> =>
  value('<seed>', what, String, '1')
export const metricsFlag = (what: string): Flag<string[] | undefined> =>
  list(`${what}: ids, all, or a family (risk, loss, score, permutation)`)
export const json = (name: string, what = 'print JSON', rest = ''): Flag<boolean | undefined> =>
  flag(`${what} (sdc schema ${name})${rest}`)
export const many = (what: string, usual: number): Flag<number> => value('<n>', what, positiveInteger, usual)
export const failAboveFlag = (what: string): Flag<readonly string[]> =>
  repeated('<id=value>', `exit with status 3 if this metric breaks VALUE (${what}; repeatable)`)
/** `--fail-above VALUE` of an attack, whose result is one number. */
export const attackLimit = (what: string): Flag<number | undefined> =>
  value('<value>', `exit with status 3 if ${what} exceeds VALUE`, number)

/** Options of every command that reads tables. */
export const headerFlags = {
  encoding,
  widths,
  header: {
    options: (name) => [
      ...flag('read column names from the first line, even if numeric').options(name),
      ...negative('read the first line as a record; name columns c1, c2, …').options(name),
    ],
  } as Flag<boolean | undefined>,
}

/** Options of every command that reads microdata. */
export const inputFlags = {
  ...headerFlags,
  sheet: text('<name>', 'read this sheet of a workbook'),
  skip: value('<lines>', 'skip lines or rows above the column names', wholeNumber),
}

/** Hierarchies: each file has one of three forms, which `readLevelHierarchy` detects. */
export const hierarchyFlags = {
  hierarchy,
  hierarchies: text('<folder>', 'read such files from a folder: age.csv for age'),
}

/** Options of commands that judge by a policy. */
export const policyFlags = {
  policy: text('<file>', 'judge by a policy file or an example such as public-use'),
  for: text('<type>', 'select the release type of the policy'),
}
export const today = text('<day>', 'judge exceptions on this day: 2030-12-31; default today')

/** Other files about the people of an original. */
export const otherFileFlags = {
  population: text('<file>', 'read the population, or a register that an intruder may have (CSV)'),
  control: text('<file>', 'read people of the population outside the original (CSV)'),
}

/** Options of every command that writes a table in the format of its name. */
export const outputFlags = {
  format: choice('<format>', 'write this format; default: by the name of the output', writtenFormats),
  strict: flag('refuse a format that loses labels or kinds of missing values'),
}

/** Options of every command that makes a masked file. */
export const runFlags = {
  seed,
  release: flag('make a file for release: secret random numbers, records in random order'),
  private: privateFile,
  pseudonymKey: text('<file>', 'make pseudonyms under the key in this file; made if it does not exist'),
  groups: text('<file>', 'write which records were masked together; keep it secret (CSV)'),
  fits: text('<file>', 'draw fitted distributions over the original data; keep it secret (SVG)'),
  codebook: text('<file>', 'write a description of the masked file (DDI-Codebook XML)'),
  momentMargin: value('<records>', 'require this many records beyond the exact moments; default 10', wholeNumber),
  acceptOpen: names('<column>', 'release these columns unmasked although they disclose something (repeatable)'),
  maxUnchanged,
  limit: repeated('<id=value>', 'draw again, up to 20 times, until this metric keeps VALUE (repeatable)'),
  failAbove: failAboveFlag('nothing is written'),
  brokenRules,
  ...outputFlags,
  missingKinds: choice('<what>', 'keep or merge kinds of missing values when writing', missingKindPolicies),
  publishParams: flag("write the method's parameters into the public manifest"),
}

/** Earlier release of the same persons. */
export const previousFlags = {
  previous: text('<file>', 'release the masked values of this earlier release again'),
  previousPrivate: text('<file>', 'with --previous: its private file, if its ids were renumbered'),
}

/** Limits of a plan and of the command line, which take precedence. */
export function limitsOf(
  { limit, failAbove }: { readonly limit?: readonly string[]; readonly failAbove?: readonly string[] },
  planned: Limits = {},
): { limits: Limits; failLimits: Limits } {
  return { limits: { ...planned, ...limitsFrom(limit) }, failLimits: limitsFrom(failAbove, '--fail-above') }
}
