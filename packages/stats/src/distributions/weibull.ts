// An ambient file is not found by a build that starts at distributions.ts alone.
// oxlint-disable-next-line typescript/triple-slash-reference
/// <reference path="./jstat.d.ts" />
import jstat from 'jstat'
import { isProbability, requirePositive, type Distribution } from './distribution.js'

/**
 * F(x) = 1 − e^{−(x/scale)^shape}. Throws RangeError unless both are above 0. Shapes below about 1/85 have no variance in
 * floating point: it is ∞.
 */
export function weibullDistribution(shape: number, scale: number): Distribution {
  requirePositive('the shape of a Weibull distribution', shape)
  requirePositive('the scale of a Weibull distribution', scale)
  const first = jstat.gammafn(1 + 1 / shape)
  const second = jstat.gammafn(1 + 2 / shape)
  return {
    name: 'weibull',
    parameters: { shape, scale },
    mean: scale * first,
    variance: scale * scale * (second - first * first),
    cdf: (x) => (x <= 0 ? 0 : -Math.expm1(-((x / scale) ** shape))),
    quantile: (p) => (isProbability(p) ? scale * (-Math.log1p(-p)) ** (1 / shape) : Number.NaN),
  }
}
