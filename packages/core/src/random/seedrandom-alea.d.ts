/** The one generator of seedrandom that is used; its own types cover the package's entry only. */
declare module 'seedrandom/lib/alea.js' {
  export default function alea(seed: string): { (): number; double(): number }
}
