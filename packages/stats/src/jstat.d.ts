/** The part of jstat (which comes without types) that this package uses. */
declare module 'jstat' {
  /** It is CommonJS whose names Node cannot see: the default import works everywhere, a named one only where bundled. */
  const jStat: {
    readonly studentt: {
      /** The quantile of Student's distribution with `degrees` degrees of freedom. */
      inv(p: number, degrees: number): number
    }
    /** Γ(x). */
    gammafn(x: number): number
    /** P(shape, x), the gamma distribution function of scale 1. */
    lowRegGamma(shape: number, x: number): number
    /** Its inverse, for p below 1. */
    gammapinv(p: number, shape: number): number
  }
  export default jStat
}
