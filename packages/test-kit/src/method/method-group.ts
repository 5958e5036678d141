import { takeRows, type Dataset } from '@sdc/core'
import { permutedFile } from '../shared/artificial.js'
import { runCheck, type Check } from '../shared/check.js'
import { formProblems, inventedProblems } from './method-output.js'
import { differingColumns, frames, overCases, run, type Frame, type MethodSubject } from './run/run-method.js'

const GROUP_SIZE = 60

/**
 * The engine passes a group as `data`, with the whole original, and its records in `origin`. A method that does not use
 * `whole` must mask a group like a file of these records.
 */
export async function groupChecks(subject: MethodSubject): Promise<Check[]> {
  const { method } = subject
  return [
    await runCheck(method.id, 'a group is masked by its own records', () =>
      overCases(subject, frames(method), async (params, all) => {
        const rows = Int32Array.from({ length: GROUP_SIZE }, (_, i) => (i * 37 + 5) % all.data.rows)
        const original = takeRows(all.original, rows)
        const taken = takeRows(all.data, rows)
        // A group of a permuted file does not have a permutation of its own values.
        const data = method.traits.permutes ? permutedFile(original, taken, all.columns) : taken
        const alone: Frame = { ...all, original, data }
        const whole = watched(all.data)
        const group: Frame = { ...all, data: alone.data, whole: whole.file, origin: rows }
        const result = await run(method, group, params)
        const problems = [...formProblems(method, alone, result), ...inventedProblems(method, alone, result)]
        if (problems.length > 0 || whole.wasRead()) return problems
        const differing = differingColumns(result, await run(method, alone, params))
        if (differing.length === 0) return []
        return [`expected a group to be masked as a file of its records, got another result in ${differing.join(', ')}`]
      }),
    ),
  ]
}

function watched(file: Dataset): { readonly file: Dataset; wasRead(): boolean } {
  let read = false
  const column = (name: string): ReturnType<Dataset['column']> => {
    read = true
    return file.column(name)
  }
  return { file: { rows: file.rows, names: file.names, column }, wasRead: () => read }
}
