import type { Command } from 'commander'
import { asInfo, asNote, SdcError } from '@sdc/core'
import { bindLimits, turnedLimits } from '@sdc/engine'
import {
  examplePolicies,
  judge,
  releaseTypeOf,
  junitXml,
  gateJson,
  gateText,
  isRefused,
  type Judgement,
} from '@sdc/release'
import { nameList, artefactIfNamed } from '@sdc/inspect'
import { deliver, print } from '../output/deliver.js'
import { gateFiles, gatePlan, type GateOptions } from '../input/gate-facts.js'
import { ExitStatus } from '../terminal/exit-status.js'
import { screenOf } from '../terminal/screen.js'
import { checkGateOptions, dayOf } from '../input/gate-input.js'
import * as option from '../options/options.js'

const flags = {
  ...option.headerFlags,
  allowPlugins: option.allowPlugins,
  ...option.hierarchyFlags,
  policy: option.text('<file>', 'judge by a policy: file, public-use, scientific-use or safe-room'),
  for: option.text('<type>', 'select the release type of the policy'),
  junit: option.text('<file>', 'write the criteria as JUnit XML, without data'),
  json: option.json('gate'),
  today: option.today,
  print: option.choice('<name>', 'print an example of a policy', Object.keys(examplePolicies)),
  data: option.data,
  workers: option.value('<n>', 'with a plan: run this many draws in parallel', option.positiveInteger),
  columns: option.columnsFlag('with two files: name the masked columns: a,b or all'),
  given: option.value('<names>', 'with two files: also measure relations with these columns', nameList),
  schema: option.text('<file>', 'with two files: read kinds, roles and missing codes (YAML, JSON)'),
  quasiIdentifiers: option.quasiIdentifiers,
  link: option.text('<column>', 'with two files: link records by this column'),
  origin: option.text('<file>', 'with two files: link records by the private file'),
  ...option.otherFileFlags,
  acceptOpen: option.names('<column>', 'accept these unmasked columns although they disclose something (repeatable)'),
  maxUnchanged: option.maxUnchanged,
}

const help = `
The command judges a plan or two files by a policy, which sets limits on metrics.
  a plan      is run as often as the policy asks, and its worst run is judged. Seeds are fixed, so that the verdict is repeatable. The columns are those that "sdc run --release" would release.
  two files   are matched as by "sdc measure". The manifest next to the masked file, or its private file (--origin), tells whether its random numbers are keyed and its records shuffled.
Some risks need another file: --population or --control.

A metric without a value breaks its limit, unless allowNull permits it. If columns are released unmasked, the schema must give each of them a role and name a quasi-identifier. At least one risk with a limit must have a value.

Exit status:
  0  the policy is met, possibly by its exceptions
  2  no verdict: columns are released unmasked, and no schema gives roles
  3  the policy is not met, or the result is too close to call

A result is too close to call if a value is within its error of a limit, or if another run of the plan may break it.

A policy has release types (--for selects one of several):
  version: 1
  releases:
    scientific-use:
      # in the units of the metrics; a lower limit if more is better
      limits: { risk/dr-combine: 25, permutation/level: 10 }
      require: { keyed: true, shuffled: true, openColumns: accepted }
      runs: 20
      allowNull: { risk/dr-combine: synthetic records have no original }
      exceptions:
        - metric: risk/dr-combine
          upTo: 30
          by: A. Name
          reason: a pilot
          until: 2030-12-31
sdc schema policy describes the form. Three commented examples have example numbers: public-use, scientific-use, safe-room.

Examples:
  sdc gate --print scientific-use > policy.yaml
  sdc gate plan.yaml --policy policy.yaml --for scientific-use
  sdc gate plan.yaml --policy policy.yaml --junit gate.xml --json
  sdc gate data.csv public.csv --policy public-use --origin keep.json
  sdc gate data.csv masked.csv --policy policy.yaml --link id --schema schema.yaml --accept-open region`

export function add(program: Command): void {
  const command = option
    .addFlags(program.command('gate'), flags)
    .argument('[plan or original]', 'plan (YAML, JSON) or private file; or the original CSV file')
    .argument('[masked]', 'masked CSV file')
    .addHelpText('after', help)
    .action(async (first: string | undefined, masked: string | undefined, options: GateOptions) => {
      if (options.print !== undefined) {
        print(examplePolicies[options.print].trimEnd())
        return
      }
      if (first === undefined)
        throw lacking('nothing says what is to be judged', 'Name a plan, or an original and a masked file.')
      if (options.policy === undefined)
        throw lacking('nothing says by which policy', 'Add --policy FILE, or an example: --policy scientific-use.')
      const isPlan = masked === undefined
      const today = dayOf(options.today)
      checkGateOptions(isPlan, { ...options })
      const { registry, found, named } = isPlan
        ? await gatePlan(command, first, options.policy, options)
        : await gateFiles(command, [first, masked], options.policy, options)
      const { policy, name } = named
      const judgement = judge(policy, options.for, found.facts, { registry, today, name })
      const { type } = releaseTypeOf(policy, options.for)
      const turned = turnedLimits(bindLimits(registry, type.limits)).map(asNote)
      const artefacts = artefactIfNamed('text', options.junit, () => junitXml(judgement))
      const wrote = options.junit === undefined ? [] : [asInfo(`wrote ${options.junit}`)]
      const gate = { judgement, measured: found.measured, today, isPlan }
      const printed = options.json ? gateJson(gate, found.messages) : gateText(gate, screenOf(command.opts()))
      await deliver({ artefacts, printed, messages: [...found.messages, ...turned, ...wrote] })
      if (isRefused(judgement.state)) throw notMet(judgement)
    })
}

function lacking(message: string, fix: string): SdcError {
  return new SdcError('BAD_OPTION', message, {}, fix)
}

/** The verdict that was printed says what is not met; only missing roles are an error of the input. */
function notMet({ criteria, lacksRoles }: Judgement): Error {
  if (!lacksRoles) return new ExitStatus(3)
  const [{ text }] = criteria.filter((one) => isRefused(one.state))
  const fix = 'Add a schema (sdc inspect --write), or name the columns: --quasi-identifiers.'
  return new SdcError('NO_COLUMNS', text.split('; give')[0], {}, fix)
}
