/** What the file of a history says that it is; another number is another form. */
export const historyForm = 'sdc page history 1'
