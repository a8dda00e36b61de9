/** Breaks while it is read, as a part does whose figures cannot be had. */
export async function Failing(): Promise<React.ReactNode> {
  await Promise.resolve()
  throw new Error('a part of the page of parts fails on purpose')
}
