import { shapeNames, type ShapeName } from './shapes.js'

/**
 * The methods of a family in a fixed order; the position gives the shape. Append new methods to the end of their
 * family. A method that is not listed gets one of the unused shapes.
 */
const families: Readonly<Record<string, readonly string[]>> = {
  noise: ['additive', 'correlated', 'multiplicative', 'tendick-matloff'],
  microaggregation: ['mdav', 'individual-ranking', 'vmdav', 'projected', 'optimal-univariate', 'categorical'],
  swapping: ['rank-swap', 'data-swap', 'rank-swap-pdist', 'rank-swap-pbuckets'],
  linear: ['ipso-a', 'ipso-b', 'ipso-c', 'gadp', 'gadp-ci', 'sblm', 'romm', 'multiple-imputation', 'franconi-stander'],
  copula: ['data-shuffling', 'perturbation', 'lhs', 'hybrid'],
  coding: ['rounding', 'top-bottom', 'sampling', 'global-recode', 'k-anonymous-recode', 'local-suppression'],
  categorical: ['pram'],
  distortion: ['by-distribution', 'resampling', 'lossy-compression'],
  dates: ['shift'],
  synthetic: ['sequential'],
  'reverse-map': ['rank', 'clusters'],
  optimize: ['permute', 'post-mask', 'synthetic'],
}

/** The shape of every method of the project, by its id. */
export const methodShapes: ReadonlyMap<string, ShapeName> = new Map([
  ...Object.entries(families).flatMap(([family, methods]) =>
    methods.map((method, i) => [`${family}/${method}`, shapeNames[i]] as const),
  ),
  // One colour is left for dates and identifiers.
  ['identifiers/pseudonym', 'square'],
])
