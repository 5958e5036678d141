export type Draw = (picture: string, source: string) => void | Promise<void>
export const examplePages: readonly string[]
export function buildProgram(folder: string): Promise<void>
export function renewed(page: string, text: string, program: string, draw: Draw): Promise<string>
export const drawPicture: Draw
export const comparePicture: Draw
