/** Answers with the report of an incident, as a file that people read. */
import { markdownOf, reportOf } from '~/components/incidents/report'
import { whoIsAsking } from './asking'
import { doorFor, fileOf, refusedAs, saidIn, streamOf } from './download'
import { knock } from './knock'

async function* once(text: string): AsyncGenerator<string> {
  yield text
}

export async function answerReport(request: Request): Promise<Response> {
  const shut = await knock(request, process.env.PUBLIC_URL ?? '')
  if (shut instanceof Response) return shut
  const asking = await whoIsAsking(request.headers)
  const { door, leave } = doorFor(asking)
  try {
    // The door looks at what it is given as if it had come over the wire.
    const found = await door.incidents.read(saidIn(new URL(request.url).searchParams) as Parameters<typeof door.incidents.read>[0])
    return fileOf(streamOf(once(markdownOf(reportOf(found))), leave, asking.source.reference), 'text/markdown', `incident-${found.incident.openedAt.slice(0, 10)}-${found.incident.incident}.md`)
  } catch (thrown) {
    leave()
    return refusedAs(thrown, asking.source.reference)
  }
}
