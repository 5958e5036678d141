import { paper003Methods, type Paper003Method } from '@sdc/datasets'
import type { ColumnKind, Registry } from '@sdc/core'
import type { PaperOptions, PaperTable } from '../paper.js'
import type { Check, Misprint } from '../verdict.js'

/** What is registered of each method of the slides, by its name there. */
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

/** Where ours takes a kind of data that the slides leave blank. */
const disagreements: ReadonlyMap<string, Misprint> = new Map([
  [
    'Sampling continuous',
    {
      id: 'D6',
      should: 'yes',
      why: 'a sample takes whole records, numbers too; the slides call its adequacy for these less clear: a rare number is still its owner’s.',
    },
  ],
  [
    'Local suppression continuous',
    {
      id: 'D7',
      should: 'yes',
      why: 'a number that is a key is suppressed as a category is; the slides call the method oriented to categories.',
    },
  ],
])

/**
 * The slides' two tables of methods, which method for which kind of data, from what the registered methods say that they
 * accept.
 */
export function methodTables({ registry }: PaperOptions): readonly PaperTable[] {
  return (['perturbative', 'nonperturbative'] as const).map((family) => ({
    id: `Methods, ${family}`,
    title: `Which ${family} method is for which kind of data`,
    sentence:
      'yes where a registered method of that name accepts such columns (sdc methods ID: kind of columns): numbers are ' +
      'continuous data; ordered or nominal categories categorical data. Camouflage is a service that answers queries.',
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

/** The first id of several, which would not fit. */
function idsText([first, ...others]: readonly string[]): string {
  return others.length === 0 ? first : `${first} and ${others.length} more`
}

function word(is: boolean): string {
  return is ? 'yes' : 'no'
}
