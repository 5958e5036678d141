/** Id of the method that `sdc reverse-map` runs, and that `--reverse-map` adds as the last step. */
export const reverseMapping = 'reverse-map/rank'
