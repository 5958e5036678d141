import type { Part } from '../compare/part.js'
import { keyRelations } from '../compare/key-relations.js'
import type { DecideInput } from './decide-input.js'
import type { Ground, RunSample } from './runs/ground.js'
import type { FixedSteps } from './parts/fixed-steps.js'
import { namedParts } from './parts/named-parts.js'
import { usualParts } from './parts/usual-parts.js'
import { oneVariantEach } from './parts/variants.js'

/** Parts that a comparison tries. */
export interface TriedParts {
  /** Named and usual parts, with the fixed steps. */
  readonly parts: readonly Part[]
  /** Number of usual parts, and of those that are tried. */
  readonly usual: { readonly all: number; readonly tried: number }
}

/**
 * Lists the parts that a comparison tries: those of the named candidates, and the usual ones. A quick comparison tries
 * one variant of each usual part.
 *
 * @param input - The plan of the comparison.
 * @param ground - Its columns and roles.
 * @param sample - Its first run, on which the relations of the quasi-identifiers are computed.
 * @param fixed - Steps that all candidates share.
 * @returns The parts.
 */
export function triedParts(
  { compare, quick }: DecideInput,
  { registry, original, schema, roles, sides, synthetic }: Ground,
  sample: RunSample,
  fixed: FixedSteps,
): TriedParts {
  const named = namedParts(registry, original, schema, compare, fixed.sides)
  const usual =
    compare.candidates && !compare.methods
      ? []
      : usualParts({
          registry,
          original,
          roles,
          sides: fixed.sides,
          relations: keyRelations(sample.original, fixed.sides.keys, sides.numbers),
          given: compare.given,
          by: compare.by,
          options: {
            ...(compare.precision && { precision: compare.precision }),
            ...(compare.missing && { missing: compare.missing }),
          },
          methods: compare.methods,
          reverseMapped: compare.then.length > 1,
          synthetic,
        }).filter(({ steps }) => steps.length > 0)
  const tried = quick ? oneVariantEach(usual) : usual
  return { parts: [...named, ...tried].map(fixed.add), usual: { all: usual.length, tried: tried.length } }
}
