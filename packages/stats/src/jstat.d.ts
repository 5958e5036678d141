/** The part of jstat (which comes without types) that this package uses. */
declare module 'jstat' {
  export const jStat: {
    /** The quantile of Student's distribution with `degrees` degrees of freedom. */
    readonly studentt: { inv(p: number, degrees: number): number }
  }
}
