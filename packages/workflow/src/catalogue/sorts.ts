import {
  dataset,
  kindsText,
  methodNotes,
  option,
  type Catalogue,
  type MaskingMethod,
  type Metric,
  type Note,
  type QueryTraits,
  type Sort,
} from '@sdc/core'
import { hasInterval } from '@sdc/engine'
import { costText, highText, scaleText } from '@sdc/release'
import { traitFacts } from './traits-text.js'

type Facts = readonly (readonly [name: string, value: string])[]

/** Additional fields of the cards of a sort. */
interface OwnOf<K extends Sort> {
  /** Returns the fields as JSON. */
  json(one: Catalogue[K]): object
  /** Returns the fields as text: names and values. */
  facts(one: Catalogue[K]): Facts
  /** Returns its notes, if there are more than it declares itself. */
  notes?(one: Catalogue[K]): readonly Note[]
}

const own: { readonly [K in Sort]: OwnOf<K> } = {
  methods: {
    json: ({ traits, enables = [] }) => ({ traits, enables }),
    facts: (method) => [...traitFacts(method.traits), [LARGE, ofLarge(method, 'out of core')]],
    notes: methodNotes,
  },
  metrics: {
    json({ kind, accepts, of, files, high, unit, range, better, needsOrigin, recordsOf, costly = false, ...rest }) {
      const { cost, share, needs } = rest
      const bounds = range.map((bound) => (Number.isFinite(bound) ? bound : null))
      return {
        kind,
        accepts,
        of,
        files,
        ...(high && { high }),
        unit,
        range: bounds,
        better,
        needsOrigin,
        recordsOf,
        costly,
        ...(cost && { cost }),
        ...(share && { share }),
        ...(needs && { needs }),
      }
    },
    facts: (metric) => [
      ['scale', scaleText(metric)],
      ['kind of columns', kindsText(metric.accepts)],
      ['of', metric.of],
      ['needs the origin of the records', metric.needsOrigin ? 'yes' : 'no'],
      ...(metric.needs === 'rules' ? [['needs', 'rules in the schema'] as const] : []),
      ...(metric.needs && metric.needs !== 'rules'
        ? [['another file it needs', `--${metric.needs} FILE`] as const]
        : []),
      ['costly: measured of every candidate only where it is named', metric.costly ? 'yes' : 'no'],
      ...(metric.cost ? [['time in n records and p columns', costText(metric.cost)] as const] : []),
      ['95 % interval', intervalText(metric)],
      ...(metric.high ? [['high', highText(metric)] as const] : []),
      [LARGE, ofLarge(metric, metric.cost?.sampleAbove === undefined ? 'out of core' : 'out of core, by a sample')],
    ],
  },
  services: {
    json: ({ traits }) => ({ traits }),
    facts: ({ traits }) => serviceFacts(traits),
  },
  tables: {
    json: ({ step }) => ({ step }),
    facts: ({ step }) => [['step', stepTexts[step]]],
  },
  attacks: {
    json: ({ of = 'file', knows, mayKnow = {}, unit }) => ({ of, knows, mayKnow, unit }),
    facts: ({ of = 'file', knows, mayKnow = {}, unit }) => [
      ['unit', unit],
      ['attacks', of === 'file' ? 'a released file' : 'a service (sdc attack camouflage FILE)'],
      ...Object.entries(knows).map(([name, text]) => [option('known', `${name}=FILE`), text] as const),
      ...Object.entries(mayKnow).map(
        ([name, text]) => [option('known', `${name}=FILE`), `(not needed) ${text}`] as const,
      ),
    ],
  },
}

/** Returns the kind of interval of its values, or the reason for none. */
function intervalText(metric: Metric): string {
  if (hasInterval(metric)) return metric.ownInterval ? 'yes' : 'yes, of a share of records'
  return metric.exact ? 'none: the value describes this file and is exact' : 'none'
}

const LARGE = 'files larger than memory'

/** Returns the out-of-core algorithm for the default parameters, or the reason why all records must be in memory. */
function ofLarge({ needsFile, params }: Pick<MaskingMethod & Metric, 'needsFile' | 'params'>, way: string): string {
  const usual = params.safeParse({})
  const needed = usual.success ? needsFile?.({ params: usual.data, columns: [], masked: dataset([]) }) : undefined
  if (!needed) return way
  return `no: ${needed.why}${needed.instead === undefined ? '' : `; ${needed.instead}`}`
}

const stepTexts = {
  sensitivity: 'sensitivity: finds the cells that may not be shown',
  protection: 'protection: suppresses, rounds or perturbs cells',
  audit: 'audit: says what a reader can compute of every cell',
} as const

function serviceFacts({ accepts, stochastic, missing, given }: QueryTraits): Facts {
  return [
    ['kind of columns', kindsText(accepts)],
    ['draws random numbers', stochastic ? 'yes' : 'no'],
    ['missing values', missing],
    [`conditions on other columns (${option('given')})`, given],
  ]
}

/** Returns the additional fields of a sort. */
export function ownOf<K extends Sort>(sort: K): OwnOf<K> {
  return own[sort]
}
