/** Answers with a regime as a document of OSCAL, as a file. */
import { oscalOf } from '~/server/controls/oscal'
import { whoIsAsking } from './asking'
import { doorFor, fileOf, refusedAs, saidIn, streamOf } from './download'
import { knock } from './knock'

async function* once(text: string): AsyncGenerator<string> {
  yield text
}

export async function answerOscal(request: Request): Promise<Response> {
  const shut = await knock(request, process.env.PUBLIC_URL ?? '')
  if (shut instanceof Response) return shut
  const asking = await whoIsAsking(request.headers)
  const { door, leave } = doorFor(asking)
  try {
    // The door looks at what it is given as if it had come over the wire.
    const shown = await door.controls.read(saidIn(new URL(request.url).searchParams) as Parameters<typeof door.controls.read>[0])
    const name = `${shown.regime}-${shown.readAt.slice(0, 16).replace(':', '')}Z.oscal.json`
    return fileOf(streamOf(once(`${JSON.stringify(oscalOf(shown), null, 2)}\n`), leave, asking.source.reference), 'application/json', name)
  } catch (thrown) {
    leave()
    return refusedAs(thrown, asking.source.reference)
  }
}
