import type { CellMasking, Facts, Masking, MaskInput, MaskResult, NeedsFile, Plan, Planned } from '@sdc/core'
import { maskByPlan } from '@sdc/toolkit'
import type { CellParams } from './cell-sample.js'
import { personsWanted } from './few-persons.js'

/** Two ways of masking of a method. */
interface Ways<P> {
  file(input: MaskInput<P>): MaskResult
  cells(): Plan<CellMasking>
}

/**
 * Makes the plan of a method that masks cells of records if `inBlocks` is set, else the whole file.
 *
 * @param facts - Facts about the file.
 * @param method - Id of the method.
 * @param ways - Both ways of masking.
 * @returns The plan.
 */
export function maskCellsOrFile<P extends CellParams>(
  { params, roles }: Facts<P>,
  method: string,
  { file, cells }: Ways<P>,
): Planned<Masking<P>> {
  if (params.inBlocks === undefined) return { form: 'file', mask: file }
  if (roles.person === undefined) return cells()
  // Only the records show if a person has several: then cells are refused.
  return {
    form: 'file',
    mask(input) {
      personsWanted(input, method)
      return maskByPlan({ plan: cells }, input)
    },
  }
}

/** Returns the reason why these methods need the whole file, unless `inBlocks` is set. */
export function cellsOrFile({ params }: { readonly params: CellParams }): NeedsFile | undefined {
  if (params.inBlocks !== undefined) return undefined
  return {
    groups: true,
    why: 'it forms groups of nearest records in the whole file',
    instead: 'inBlocks (a number of records, such as 100000) masks blocks of similar records',
  }
}
