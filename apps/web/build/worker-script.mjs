import { build } from 'vite'
import { withoutParts } from './without-parts.ts'

/** What the page never asks for, by what asks: both are loaded late, by who uses them. */
export const leftOut = {
  name: 'left-out',
  enforce: 'pre',
  /** The solver of tables is 3.5 MB, and the page protects records; pictures it makes of elements, without a library that draws. */
  resolveDynamicImport: (name) => (['highs', '@sdc/report'].includes(name) ? `\0left-out:${name}` : undefined),
  resolveId: (id) => (id.startsWith('\0left-out:') ? id : undefined),
  load(id) {
    if (!id.startsWith('\0left-out:')) return undefined
    const says = JSON.stringify(`the page leaves out ${id.split(':')[1]}`)
    const gone = `() => { throw new Error(${says}) }`
    return ['default', 'mapPage', 'riskUtilityMap', 'permutationPlot', 'fitPlot', 'stackedSvgs', 'intervalPlot']
      .map((name) => (name === 'default' ? `export default ${gone}` : `export const ${name} = ${gone}`))
      .join('\n')
  },
}

/** Packages that do nothing while they are loaded, and do not say so: where nothing of them is used, they go. */
export const withoutEffects = {
  name: 'without-effects',
  transform: (_code, id) =>
    /node_modules.(yaml|ml-matrix|seedrandom)\W/.test(id) ? { moduleSideEffects: false } : undefined,
}

/** Parquet files are read whole: what asks for some of their records goes, and the index that it would look them up in. */
const withoutFilters = {
  name: 'without-filters',
  load(id) {
    if (!/hyparquet.src.filter[.]js$/.test(id)) return undefined
    return `const none = (filter, answer) => {
      if (filter !== undefined) throw new Error('the page leaves out filters of Parquet files')
      return answer
    }
    export const pathsNeededForFilter = (filter) => none(filter, [])
    export const columnsNeededForFilter = (filter) => none(filter, [])
    export const canSkipRowGroup = ({ filter }) => none(filter, false)
    export const matchFilter = (_, filter) => none(filter, true)
    export const filterPageRanges = (filter) => none(filter, undefined)`
  },
}

/** zod makes programs of texts to look at objects faster: it may not, the browser would tell of it as of an attack. It looks without them. */
const withoutEvaluation = {
  name: 'without-evaluation',
  transform(code, id) {
    if (!/zod.v4.classic.schemas[.]js$/.test(id)) return undefined
    const without = code.replaceAll('core.$ZodObjectJIT.init(', 'core.$ZodObject.init(')
    if (without === code) throw new Error('zod says otherwise how it looks at objects')
    return { code: without, map: null }
  },
}

/** Of texts the page asks for patterns and lengths: the forms of addresses, identifiers and times that zod knows go. */
const withoutForms = {
  name: 'without-forms',
  transform(code, id) {
    if (!/zod.v4.classic.schemas[.]js$/.test(id)) return undefined
    const without = code.replace(
      /^ {4}\w+\(params\) \{\n\s+return this[.]check\((?:core[.]_\w+\(Zod\w+, params|iso[.]\w+\(params)\)\);\n {4}\},\n/gm,
      '',
    )
    if (without === code) throw new Error('zod says otherwise which forms of texts it knows')
    return { code: without, map: null }
  },
}

/** Each of our kinds of schema knows how to write itself as a JSON schema: the list of how all other kinds would goes. */
const withoutOtherKinds = {
  name: 'without-other-kinds',
  transform(code, id) {
    if (!/zod.v4.core.json-schema-processors[.]js$/.test(id)) return undefined
    const without = code.replace(/^export const allProcessors = \{[^{}]*\};$/m, 'export const allProcessors = {};')
    if (without === code) throw new Error('zod says otherwise how it writes JSON schemas')
    return { code: without, map: null }
  },
}

/** The worker's script with all that it imports, as one classic script without imports. */
export async function workerScript(entry, alias = []) {
  const made = await build({
    configFile: false,
    logLevel: 'error',
    resolve: { alias },
    plugins: [
      leftOut,
      withoutEffects,
      withoutFilters,
      withoutEvaluation,
      withoutForms,
      withoutOtherKinds,
      withoutParts,
    ],
    build: {
      write: false,
      target: 'es2023',
      modulePreload: false,
      rollupOptions: { input: entry, output: { format: 'iife', codeSplitting: false } },
    },
  })
  const [chunk, ...others] = [made].flat().flatMap(({ output }) => output)
  if (others.length > 0) throw new Error(`the worker is more than one file: ${others.map(({ fileName }) => fileName)}`)
  return chunk
}
