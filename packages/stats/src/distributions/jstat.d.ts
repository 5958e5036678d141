/**
 * The part of jstat (which comes without types) that this package uses. Its default export: Node finds no named one in
 * its CommonJS.
 */
declare module 'jstat' {
  const jstat: {
    /** The quantile of Student's distribution with `degrees` degrees of freedom. */
    readonly studentt: { inv(p: number, degrees: number): number }
    /** Γ(x). */
    gammafn(x: number): number
    /** P(shape, x), the gamma distribution function of scale 1. */
    lowRegGamma(shape: number, x: number): number
    /** Its inverse, for p below 1. */
    gammapinv(p: number, shape: number): number
  }
  export default jstat
}
