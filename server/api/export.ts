/** Answers with what a search of the record finds, as a file. */
import { whoIsAsking } from './asking'
import { doorFor, fileOf, refusedAs, saidIn, streamOf } from './download'
import { knock } from './knock'

const kinds = { csv: ['text/csv', 'csv'], jsonl: ['application/jsonl', 'jsonl'], bundle: ['application/jsonl', 'bundle.jsonl'] } as const
/** What the address says, as the door takes it: a field that is there twice, or that there is none of, is the door's to refuse. */
function askedBy(params: URLSearchParams): { tenant: string | null; input: Record<string, unknown> } {
  const { tenant = null, actors = null, ...rest } = saidIn(params)
  return { tenant: typeof tenant === 'string' ? tenant : null, input: { ...rest, actors: typeof actors === 'string' ? actors.split('.').filter((id) => id !== '') : actors, asOf: new Date().toISOString() } }
}

export async function answerExport(request: Request): Promise<Response> {
  const shut = await knock(request, process.env.PUBLIC_URL ?? '')
  if (shut instanceof Response) return shut
  const asking = await whoIsAsking(request.headers)
  const { tenant, input } = askedBy(new URL(request.url).searchParams)
  const { door, leave } = doorFor(asking)
  try {
    // The door looks at what it is given as if it had come over the wire.
    const asked = input as Parameters<typeof door.audit.exportOnPlatform>[0]
    const { text } = tenant === null ? await door.audit.exportOnPlatform(asked) : await door.audit.export({ tenant, ...asked })
    const [type, ending] = kinds[asked.form]
    const name = `record-${tenant ?? 'platform'}-${asked.asOf.slice(0, 16).replace(':', '')}Z.${ending}`
    return fileOf(streamOf(text(), leave, asking.source.reference), type, name)
  } catch (thrown) {
    leave()
    return refusedAs(thrown, asking.source.reference)
  }
}
