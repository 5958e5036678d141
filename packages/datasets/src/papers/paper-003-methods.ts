/** A method of the slides' two tables, and the kinds of data that it is marked for. */
export interface Paper003Method {
  readonly name: string
  readonly continuous: boolean
  readonly categorical: boolean
}

/** The two tables of methods as printed: kinds of data of each method. */
export const paper003Methods: Readonly<Record<'perturbative' | 'nonperturbative', readonly Paper003Method[]>> = {
  perturbative: [
    method('Additive noise', 'x -'),
    method('Data distortion by probability distribution', 'x x'),
    method('Microaggregation', 'x x'),
    method('Resampling', 'x -'),
    method('Lossy compression', 'x -'),
    method('Multiple imputation', 'x -'),
    method('Camouflage', 'x -'),
    method('PRAM', '- x'),
    method('Rank swapping', 'x x'),
    method('Rounding', 'x -'),
  ],
  nonperturbative: [
    method('Sampling', '- x'),
    method('Global recoding', 'x x'),
    method('Top and bottom coding', 'x x'),
    method('Local suppression', '- x'),
  ],
}

function method(name: string, marks: string): Paper003Method {
  const [continuous, categorical] = marks.split(' ').map((mark) => mark === 'x')
  return { name, continuous, categorical }
}
