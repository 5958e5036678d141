/** Value disclosure according to the text of sections 5.1.1 and 5.2.1. */
export const paper001ValueDisclosure = {
  /** Home value in the sub-group of gender 0, marital status 0, age group 1. */
  home: { mean: 2.872, standardDeviation: 8.643 },
  /** Correlation with its masked values, and standard error of predicting it from them, by mask. */
  predicted: [
    { mask: 'Shuffled', correlation: 0.03, standardError: 8.642 },
    { mask: 'Perturbed (0.50)', correlation: 0.5, standardError: 7.485 },
    { mask: 'Perturbed (0.90)', correlation: 0.9, standardError: 3.767 },
  ],
  /** Width of the confidence interval of a Census value, in percent of the width without the masked file, by d. */
  widths: [
    { d: 0, percent: 100 },
    { d: 0.5, percent: 86.6 },
    { d: 0.9, percent: 43.6 },
  ],
  /** Section 5.2.2: the correlations among the eight Census columns, as printed. There are 28. */
  correlationsOfEight: 21,
} as const
