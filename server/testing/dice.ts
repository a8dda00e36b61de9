/** Small and the same everywhere, so that a play that fails is played again: a throw of so many sides, from nought. */
export function dice(from: number): (sides: number) => number {
  let state = from >>> 0
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * sides)
  }
}
