/** Name of a method or metric by program. */
type OtherNames = Readonly<Partial<Record<'sdcMicro' | 'ARX' | 'μ-Argus' | 'τ-Argus', string>>>

/** Names from the public manuals of other programs; methods and metrics without one are left out. */
export const otherNames: Readonly<Record<string, OtherNames>> = {
  'categorical/pram': { sdcMicro: '`pram()`', 'μ-Argus': 'PRAM' },
  'coding/global-recode': {
    sdcMicro: '`globalRecode()`, `groupAndRename()`',
    ARX: 'generalization by a hierarchy',
    'μ-Argus': 'Global recoding',
  },
  'coding/k-anonymous-recode': {
    ARX: '`KAnonymity`, with `DistinctLDiversity`, `EntropyLDiversity`, `RecursiveCLDiversity`, `EqualDistanceTCloseness`, `OrderedDistanceTCloseness` or `HierarchicalDistanceTCloseness`',
  },
  'coding/local-suppression': { sdcMicro: '`localSuppression()`, `kAnon()`', 'μ-Argus': 'Local suppression' },
  'coding/rounding': { 'μ-Argus': 'Rounding' },
  'coding/top-bottom': {
    sdcMicro: '`topBotCoding()`',
    ARX: 'top and bottom coding of intervals',
    'μ-Argus': 'Top and bottom coding',
  },
  'copula/data-shuffling': { sdcMicro: '`shuffle()`' },
  'linear/romm': { sdcMicro: '`addNoise(method = "ROMM")`' },
  'microaggregation/categorical': { sdcMicro: '`microaggrGower()`, a related method' },
  'microaggregation/individual-ranking': { sdcMicro: '`microaggregation(method = "onedims")`' },
  'microaggregation/mdav': { sdcMicro: '`microaggregation(method = "mdav")`', 'μ-Argus': 'Numerical microaggregation' },
  'microaggregation/projected': { sdcMicro: '`microaggregation(method = "pca")`, by the first component' },
  'noise/additive': { sdcMicro: '`addNoise(method = "additive")`' },
  'noise/correlated': { sdcMicro: '`addNoise(method = "correlated")`' },
  'swapping/rank-swap': { sdcMicro: '`rankSwap()`', 'μ-Argus': 'Numerical rank swapping' },
  'risk/individual-risk': { sdcMicro: '`measure_risk()`', 'μ-Argus': 'Individual risk' },
  'risk/k-anonymity': {
    sdcMicro: '`freqCalc()`',
    ARX: 'records at prosecutor risk',
    'μ-Argus': 'combinations below the threshold',
  },
  'risk/l-diversity': {
    sdcMicro: '`ldiversity()`',
    ARX: '`DistinctLDiversity`, `EntropyLDiversity`, `RecursiveCLDiversity`',
  },
  'risk/population-uniques': { ARX: '`RiskModelPopulationUniqueness`: Dankar, Pitman, Zayatz, SNB' },
  'risk/reidentification': { ARX: 'prosecutor, journalist and marketer risk' },
  'risk/suda': { sdcMicro: '`suda2()`', ARX: '`RiskModelMSU`' },
  'risk/t-closeness': {
    ARX: '`EqualDistanceTCloseness`, `OrderedDistanceTCloseness`, `HierarchicalDistanceTCloseness`',
  },
  'risk/interval-disclosure': { sdcMicro: '`dRisk()`, a related measure' },
  'loss/il1s': { sdcMicro: '`dUtility()`' },
  'tabular/dominance': { 'τ-Argus': 'Dominance rule `NK(n,k)`' },
  'tabular/p-percent': { 'τ-Argus': 'P% rule `P(p,n)`' },
  'tabular/minimum-frequency': { 'τ-Argus': 'Minimum frequency `FREQ(m,range)`' },
  'tabular/exact-suppression': { 'τ-Argus': 'Optimal suppression `OPT`' },
  'tabular/greedy-suppression': { 'τ-Argus': 'Hypercube `GH` and Modular `MOD`, related methods' },
  'tabular/controlled-rounding': { 'τ-Argus': 'Controlled rounding `RND`' },
  'tabular/recode': { 'τ-Argus': 'Recode' },
  'tabular/cell-key': { 'τ-Argus': 'Cell key method `CKM`' },
  'tabular/audit': { 'τ-Argus': 'Audit' },
}
