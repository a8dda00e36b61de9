import { doorFor, type Person } from './world'

/** The list of whose passkeys there are, as somebody takes it out. */
export async function enrolmentsFor(person: Person): Promise<string> {
  const { text } = await (await doorFor(person)).receipts.enrolments({})
  let all = ''
  for await (const part of text()) all += part
  return all
}
