/** The hidden command of this program that measures one operation and reports to its parent. */
export const childCommand = 'speed-child'
