import { paper003Methods, type Paper003Method } from '@sdc/datasets'
import type { ColumnKind, Registry } from '@sdc/core'
import type { PaperOptions, PaperTable } from '../paper.js'
import type { Check, Misprint } from '../verdict.js'

/** Registered methods for each method of the slides, by its printed name. */
const registered: Readonly<Record<string, readonly string[]>> = {
  'Additive noise': ['noise/additive', 'noise/correlated', 'noise/tendick-matloff'],
  'Data distortion by probability distribution': ['distortion/by-distribution'],
  Microaggregation: [
    'microaggregation/individual-ranking',
    'microaggregation/optimal-univariate',
    'microaggregation/mdav',
    'microaggregation/projected',
    'microaggregation/categorical',
  ],
  Resampling: ['distortion/resampling'],
  'Lossy compression': ['distortion/lossy-compression'],
  'Multiple imputation': ['linear/multiple-imputation'],
  Camouflage: ['services/camouflage'],
  PRAM: ['categorical/pram'],
  'Rank swapping': ['swapping/rank-swap', 'swapping/rank-swap-pdist', 'swapping/rank-swap-pbuckets'],
  Rounding: ['coding/rounding'],
  Sampling: ['coding/sampling'],
  'Global recoding': ['coding/global-recode'],
  'Top and bottom coding': ['coding/top-bottom'],
  'Local suppression': ['coding/local-suppression'],
}

/** Methods that accept a kind of data which the slides leave blank. */
const disagreements: ReadonlyMap<string, Misprint> = new Map([
  [
    'Sampling continuous',
    {
      id: 'D6',
      should: 'yes',
      why: 'a sample takes whole records, with their numbers. The slides call its adequacy for numbers less clear, since a rare number identifies.',
    },
  ],
  [
    'Local suppression continuous',
    {
      id: 'D7',
      should: 'yes',
      why: 'a numeric quasi-identifier is suppressed as a category is. The slides call the method oriented to categories.',
    },
  ],
])

/** Returns both tables of methods, with the kinds of columns that the registered methods accept. */
export function methodTables({ registry }: PaperOptions): readonly PaperTable[] {
  return (['perturbative', 'nonperturbative'] as const).map((family) => ({
    id: `Methods, ${family}`,
    title: `Kinds of data of ${family} methods`,
    sentence:
      'yes: a registered method of that name accepts such columns (sdc methods ID: kind of columns). Continuous: numbers. ' +
      'Categorical: ordered or nominal categories. Camouflage is a service that answers queries.',
    given: ['method', 'registered as'],
    checks: ['continuous', 'categorical'],
    rows: paper003Methods[family].map((method) => ({
      given: [method.name, idsText(registered[method.name])],
      checks: (['continuous', 'categorical'] as const).map((kind) => checkOf(registry, method, kind)),
    })),
  }))
}

const kindsOf: Readonly<Record<'continuous' | 'categorical', readonly ColumnKind[]>> = {
  continuous: ['numeric'],
  categorical: ['ordered', 'nominal'],
}

function checkOf(registry: Registry, method: Paper003Method, kind: 'continuous' | 'categorical'): Check {
  const takes = registered[method.name].some((id) => {
    const { accepts } = registry.get(id.startsWith('services/') ? 'services' : 'methods', id).traits
    return accepts.some((one) => kindsOf[kind].includes(one))
  })
  const disagreement = disagreements.get(`${method.name} ${kind}`)
  return { ours: word(takes), printed: word(method[kind]), ...(disagreement && { disagreement }) }
}

/** Returns the first of several ids and the number of the others. */
function idsText([first, ...others]: readonly string[]): string {
  return others.length === 0 ? first : `${first} and ${others.length} more`
}

function word(is: boolean): string {
  return is ? 'yes' : 'no'
}
