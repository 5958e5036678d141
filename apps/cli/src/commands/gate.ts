import { Option, type Command } from 'commander'
import { asInfo, asNote, SdcError } from '@sdc/core'
import { bindLimits, turnedLimits } from '@sdc/engine'
import * as workflow from '@sdc/workflow/records'
import { deliver, print } from '../output/deliver.js'
import { gateFiles, gatePlan, type GateOptions } from '../input/gate-facts.js'
import { checkGateOptions, dayOf } from '../input/gate-input.js'
import {
  addHeaderOptions,
  addHierarchyOptions,
  collectNames,
  columnList,
  percentage,
  positiveInteger,
  quasiIdentifiersOption,
} from '../options/options.js'
import { controlOption, populationOption } from '../input/other-files.js'
import { addPluginOption } from '../plugins/plan-plugins.js'
import { ExitStatus } from '../terminal/exit-status.js'
import { screenOf } from '../terminal/screen.js'

const help = `
A plan is run as often as the policy says, and its worst run is judged; its columns are read as "sdc run --release" would
release them. The draws are fixed (the first run is that of the plan's seed, or of a private file): to judge again is to judge
the same. Two files are matched as by "sdc measure"; what their random numbers and their order are is read off the manifest beside
the masked file, or its private file (--origin). A limit on a risk that is measured by a file of other people needs that file:
--population, --control.

What is not measured is not met. Where columns are released unmasked the schema must name a quasi-identifier, and give each of
them a role; and some risk with a limit must have a value, whatever allowNull permits.

The exit status is 0 where the policy is met (but for its exceptions, too), 3 where it is not or is too close to call, 2 where
that cannot be said: no schema names a role, and columns are released unmasked. Too close to call: a value is within its error of
a limit, or a further draw of the plan may be beyond it.

A policy has types of release (--for; may be left out where there is one):
  version: 1
  releases:
    scientific-use:
      # in the metrics' units; a floor where more is better
      limits: { risk/dr-combine: 25, permutation/level: 10 }
      require: { keyed: true, shuffled: true, openColumns: accepted }
      runs: 20
      allowNull: { risk/dr-combine: a synthetic file is linked to nobody }
      exceptions:
        - metric: risk/dr-combine
          upTo: 30
          by: A. Name
          reason: a pilot
          until: 2030-12-31
Its form is sdc schema policy; three annotated ones, whose numbers are examples: public-use, scientific-use, safe-room.

Examples:
  sdc gate --print scientific-use > policy.yaml
  sdc gate plan.yaml --policy policy.yaml --for scientific-use
  sdc gate plan.yaml --policy policy.yaml --junit gate.xml --json
  sdc gate data.csv public.csv --policy public-use --origin keep.json
  sdc gate data.csv masked.csv --policy policy.yaml --link id --schema schema.yaml --accept-open region`

export function addGate(program: Command): void {
  const command = addHierarchyOptions(addPluginOption(addHeaderOptions(program.command('gate'))))
    .argument('[plan or original]', 'a plan (YAML or JSON) or a private file; or the original CSV file')
    .argument('[masked]', 'the masked CSV file')
    .option(
      '--policy <file>',
      'the policy (YAML or JSON), or one of the examples: public-use, scientific-use, safe-room',
    )
    .option('--for <type>', 'the type of release of the policy that the file is meant for')
    .option('--junit <file>', 'write a case for every criterion (JUnit XML), with nothing of the data')
    .option('--json', 'print JSON (sdc schema gate)')
    .option('--today <day>', 'the day that exceptions have to hold on, as 2030-12-31; by default today')
    .addOption(
      new Option('--print <name>', 'print an example of a policy to start from').choices(
        Object.keys(workflow.examplePolicies),
      ),
    )
    .option('--data <file>', 'of a plan: the CSV file, in place of the one that it names')
    .option(
      '--workers <n>',
      'of a plan: how many runs are made at the same time, the same values whatever it is; by default the cores, 1 for a small file',
      positiveInteger,
    )
    .option(
      '--columns <names>',
      'of two files: the columns to measure: a,b or all that both have; by default those that were masked, as the manifest, the private file or the values say',
      columnList,
    )
    .option(
      '--given <names>',
      'of two files: unmasked columns whose relation to the masked ones is measured too',
      workflow.nameList,
    )
    .option('--schema <file>', 'of two files: YAML or JSON: kinds, roles and missing codes of the columns')
    .addOption(quasiIdentifiersOption())
    .option('--link <column>', 'of two files: a column whose values say which records belong together')
    .option(
      '--origin <file>',
      'of two files: the private file of the run, or a CSV file with a column origin: record numbers from 1, 0 for none',
    )
    .addOption(populationOption())
    .addOption(controlOption())
    .option(
      '--accept-open <column>',
      'a column that may go out as it is, though it gives something away (repeatable)',
      collectNames,
      [],
    )
    .option(
      '--max-unchanged <percent>',
      'how much of a masked column may be (almost) as it was, ties apart, before it counts as open; by default 95',
      percentage,
    )
    .addHelpText('after', help)
    .action(async (first: string | undefined, masked: string | undefined, options: GateOptions) => {
      if (options.print !== undefined) {
        print(workflow.examplePolicies[options.print].trimEnd())
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
      const judgement = workflow.judge(policy, options.for, found.facts, { registry, today, name })
      const { type } = workflow.releaseTypeOf(policy, options.for)
      const turned = turnedLimits(bindLimits(registry, type.limits)).map(asNote)
      const artefacts = workflow.artefactIfNamed('text', options.junit, () => workflow.junitXml(judgement))
      const wrote = options.junit === undefined ? [] : [asInfo(`wrote ${options.junit}`)]
      const gate = { judgement, measured: found.measured, today, isPlan }
      const printed = options.json
        ? workflow.gateJson(gate, found.messages)
        : workflow.gateText(gate, screenOf(command.opts()))
      await deliver({ artefacts, printed, messages: [...found.messages, ...turned, ...wrote] })
      if (workflow.isRefused(judgement.state)) throw notMet(judgement)
    })
}

function lacking(message: string, fix: string): SdcError {
  return new SdcError('BAD_OPTION', message, {}, fix)
}

/** The verdict that was printed says what is not met; only missing roles are an error of the input. */
function notMet({ criteria, lacksRoles }: workflow.Judgement): Error {
  if (!lacksRoles) return new ExitStatus(3)
  const [{ text }] = criteria.filter((one) => workflow.isRefused(one.state))
  const fix = 'Add a schema (sdc inspect --write), or name them: --quasi-identifiers.'
  return new SdcError('NO_COLUMNS', text.split('; give')[0], {}, fix)
}
