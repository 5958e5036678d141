/** Format of a history file with its version. */
export const historyForm = 'sdc page history 1'
