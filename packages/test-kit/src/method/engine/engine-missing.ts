import { columnLength, isMissing, isSdcError, seededRng, type Dataset, type MaskingMethod } from '@sdc/core'
import { parseStep, runSteps, type FileState, type MissingPolicy } from '@sdc/engine'
import { artificialFile, artificialKey, withMissing } from '../../shared/artificial.js'
import { runCheck, type Check } from '../../shared/check.js'
import type { CheckOptions } from '../../shared/references.js'
import { frames, type Frame, type MethodSubject } from '../run/run-method.js'
import { artificialSchema, maskedBefore, permutedBefore, registryWith } from '../../engine/engine-registry.js'

/**
 * Runs the method by a plan with each treatment of missing cells: `keep` leaves exactly these missing, `impute` none,
 * `refuse` is an error. Fewer conditions apply to a method that has its own rule for them (trait own), makes new
 * records or suppresses cells.
 */
export async function engineMissingCheck({ method, cases }: MethodSubject, options: CheckOptions): Promise<Check> {
  return runCheck(method.id, 'a plan says what becomes of missing cells (missing: keep, impute, refuse)', async () => {
    const problems: string[] = []
    for (const on of frames(method).slice(0, 1)) {
      const original = withMissing(artificialFile(), [...on.columns, ...on.given])
      const run = (missing: MissingPolicy): Promise<readonly FileState[] | string> =>
        runWith(method, { on, original, params: cases[0].params, missing }, options)
      problems.push(
        ...keepProblems(method, on, original, await run('keep')),
        ...imputeProblems(method, on, await run('impute')),
        ...refuseProblems(await run('refuse')),
      )
    }
    return problems
  })
}

interface MissingRun {
  readonly on: Frame
  readonly original: Dataset
  readonly params: unknown
  readonly missing: MissingPolicy
}

/** The result, or the code of the error of the method or the engine. */
async function runWith(
  method: MaskingMethod,
  { on, original, params, missing }: MissingRun,
  options: CheckOptions,
): Promise<readonly FileState[] | string> {
  const columns = [...on.columns]
  const { permutes, postMasking } = method.traits
  // The method under test must refuse, not the step before it.
  const before = parseStep({
    use: permutes ? permutedBefore.id : maskedBefore.id,
    columns,
    ...(missing === 'impute' && { missing }),
  })
  const own = parseStep({ use: method.id, columns, given: [...on.given], params: structuredClone(params), missing })
  try {
    const { files } = await runSteps({
      registry: registryWith('methods', method, options),
      original,
      schema: artificialSchema,
      steps: postMasking ? [before, own] : [own],
      projectKey: artificialKey,
      rng: seededRng('conformance'),
    })
    return files
  } catch (error) {
    // Other checks report violations of the contract.
    if (isSdcError(error)) return error.code
    throw error
  }
}

function keepProblems(
  { traits }: MaskingMethod,
  on: Frame,
  original: Dataset,
  files: readonly FileState[] | string,
): string[] {
  if (typeof files === 'string') return codeProblems('keep', files)
  // The step before a method on a masked file moves values, including missing ones.
  if (traits.missing === 'own' || traits.postMasking || traits.records !== 'same') return []
  if (traits.adds || traits.changes === 'unsafe') return []
  return files.flatMap(({ data }) =>
    on.columns.flatMap((name) => {
      const [before, after] = [original.column(name), data.column(name)]
      for (let i = 0; i < columnLength(after); i++) {
        if (isMissing(before, i) === isMissing(after, i)) continue
        return [`missing: keep: expected ${isMissing(before, i) ? 'none' : 'a value'} in record ${i + 1} of ${name}`]
      }
      return []
    }),
  )
}

function imputeProblems({ traits }: MaskingMethod, on: Frame, files: readonly FileState[] | string): string[] {
  if (typeof files === 'string') return codeProblems('impute', files)
  if (traits.adds || traits.changes === 'unsafe') return []
  return files.flatMap(({ data }) =>
    on.columns.flatMap((name) => {
      const column = data.column(name)
      for (let i = 0; i < columnLength(column); i++)
        if (isMissing(column, i)) return [`missing: impute: expected a value in record ${i + 1} of ${name}, got none`]
      return []
    }),
  )
}

function refuseProblems(files: readonly FileState[] | string): string[] {
  if (files === 'MISSING_VALUES' || files === 'BAD_PLUGIN') return []
  return [`missing: refuse: expected MISSING_VALUES, got ${typeof files === 'string' ? files : 'a file'}`]
}

/** Errors for too small files and for violations of the contract, which are unrelated to missing cells. */
const otherProblems: ReadonlySet<string> = new Set([
  'TOO_FEW_RECORDS',
  'NOTHING_MOVES',
  'UNCHANGED',
  'CONSTANT_COLUMN',
  'BAD_PLUGIN',
])

function codeProblems(policy: MissingPolicy, code: string): string[] {
  return otherProblems.has(code) ? [] : [`missing: ${policy}: expected a masked file, got ${code}`]
}
