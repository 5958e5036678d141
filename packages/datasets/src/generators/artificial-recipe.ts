/** Recipe of one column of the artificial microdata; see `artificialMicrodata` for the formula. */
export interface ArtificialColumn {
  readonly name: string
  readonly meaning: string
  /** The median of the column, in its own unit. */
  readonly median: number
  /** Standard deviation of the logarithm: .4 is mildly skewed, 1.5 severely. */
  readonly sigma: number
  /** Column that its factor depends on; null for the common factor of a record. */
  readonly leansOn: string | null
  /** Correlation of its factor with the one that it depends on, −1 to 1. */
  readonly loading: number
  /** Values are rounded to this many decimals; −2 rounds to hundreds. Rounding makes the ties. */
  readonly decimals: number
}

/** The columns in order of use; the first eight have every property: scales, skewness, collinearity, ties. */
export const artificialColumns: readonly ArtificialColumn[] = [
  column('INCOME', 'yearly income', 32_000, 0.75, null, 0.9, 0),
  column('TAX', 'yearly income tax', 4_000, 0.95, 'INCOME', 0.95, 0),
  column('WAGES', 'yearly wages, near-collinear with INCOME', 27_000, 0.75, 'INCOME', 0.998, 0),
  column('CONTRIBUTION', 'social contributions, near-collinear with WAGES', 2_100, 0.75, 'WAGES', 0.9998, 1),
  column('ASSETS', 'all assets', 1_000_000, 1.3, null, 0.6, -2),
  column('DEBT', 'all debts', 150_000, 1.1, null, 0.5, -1),
  column('INTEREST', 'interest received', 300, 1.5, 'ASSETS', 0.8, 1),
  column('DEFAULT_RISK', 'chance of not repaying, lower for higher incomes', 0.01, 0.9, null, -0.4, 6),
  column('ENERGY', 'energy used, MWh', 12, 0.5, null, 0.35, 3),
  column('FLOOR_AREA', 'floor area, square metres', 85, 0.4, null, 0.45, 1),
  column('TRAVEL', 'distance travelled, km', 9_000, 0.9, null, 0.3, 0),
  column('DONATIONS', 'donations', 60, 1.4, 'INCOME', 0.5, 2),
  column('SAVINGS', 'savings accounts', 8_000, 1.5, 'ASSETS', 0.9, 0),
]

function column(
  name: string,
  meaning: string,
  median: number,
  sigma: number,
  leansOn: string | null,
  loading: number,
  decimals: number,
): ArtificialColumn {
  return { name, meaning, median, sigma, leansOn, loading, decimals }
}
