/** Label of the top class of a hierarchy: all values. */
export const TOP = '*'
