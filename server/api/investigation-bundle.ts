/** Answers with an investigation, as one file that a stranger can check. */
import { whoIsAsking } from './asking'
import { doorFor, fileOf, refusedAs, saidIn, streamOf } from './download'
import { knock } from './knock'

export async function answerInvestigation(request: Request): Promise<Response> {
  const shut = await knock(request, process.env.PUBLIC_URL ?? '')
  if (shut instanceof Response) return shut
  const asking = await whoIsAsking(request.headers)
  const { door, leave } = doorFor(asking)
  try {
    // The door looks at what it is given as if it had come over the wire.
    const asked = { ...saidIn(new URL(request.url).searchParams), asOf: new Date().toISOString() } as Parameters<typeof door.investigations.export>[0]
    const { text } = await door.investigations.export(asked)
    return fileOf(streamOf(text(), leave, asking.source.reference), 'application/jsonl', `investigation-${asked.investigation}-${asked.asOf.slice(0, 16).replace(':', '')}Z.bundle.jsonl`)
  } catch (thrown) {
    leave()
    return refusedAs(thrown, asking.source.reference)
  }
}
