/** One thing somebody means to do. Its key stays the same until there is an answer, so that sending it twice does it once. */
export type Submission = { readonly key: string; readonly asked: string }

/** The same wish keeps its key; another wish, or a wish that was answered, gets a new one. */
export function submissionOf(earlier: Submission | null, input: unknown, newKey: () => string): Submission {
  const asked = JSON.stringify(input)
  return earlier?.asked === asked ? earlier : { key: newKey(), asked }
}

/** What stays typed once it is done: nothing, unless somebody typed on while it was sent, and means another thing by it than what was done. */
export const stillTyped = <W>(typed: W | null, input: (wish: W) => unknown, done: unknown): W | null =>
  typed !== null && JSON.stringify(input(typed)) !== JSON.stringify(done) ? typed : null
