/** Answers with the proof of where work was, as a file. */
import { whoIsAsking } from './asking'
import { doorFor, fileOf, refusedAs, saidIn, streamOf } from './download'
import { knock } from './knock'

export async function answerProof(request: Request): Promise<Response> {
  const shut = await knock(request, process.env.PUBLIC_URL ?? '')
  if (shut instanceof Response) return shut
  const asking = await whoIsAsking(request.headers)
  const { allocation = null, namespace = null, ...rest } = saidIn(new URL(request.url).searchParams)
  const { door, leave } = doorFor(asking)
  try {
    // The door looks at what it is given as if it had come over the wire.
    const asked = { ...rest, allocation, namespace, asOf: new Date().toISOString() } as Parameters<typeof door.residency.prove>[0]
    const { text } = await door.residency.prove(asked)
    return fileOf(streamOf(text(), leave, asking.source.reference), 'application/jsonl', `residency-${asked.tenant}-${asked.until.slice(0, 16).replace(':', '')}Z.proof.jsonl`)
  } catch (thrown) {
    leave()
    return refusedAs(thrown, asking.source.reference)
  }
}
