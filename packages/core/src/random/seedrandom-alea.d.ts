/** The one generator of seedrandom that is used; its own types cover the package's entry only. */
declare module 'seedrandom/lib/alea.js' {
  interface AleaState {
    readonly c: number
    readonly s0: number
    readonly s1: number
    readonly s2: number
  }
  export default function alea(
    seed: string,
    options?: { readonly state: true },
  ): { (): number; double(): number; state(): AleaState }
}
