/** Answers with what was asked for, as a file: whoever asks comes in as everywhere, and what goes wrong before the first bit is a sentence. */
import { whoIsAsking } from './asking'
import { type Door, doorFor, fileOf, refusedAs, saidIn, streamOf } from './download'
import { knock } from './knock'

async function* once(text: string): AsyncGenerator<string> {
  yield text
}

type Said = ReturnType<typeof saidIn>
/** The door looks at what it is given as if it had come over the wire. */
export const answersFile = (make: (door: Door, said: Said) => Promise<{ text: string | AsyncGenerator<string>; type: string; name: string }>) => async (request: Request): Promise<Response> => {
  const shut = await knock(request, process.env.PUBLIC_URL ?? '')
  if (shut instanceof Response) return shut
  const asking = await whoIsAsking(request.headers)
  const { door, taking } = doorFor(asking)
  try {
    const { text, type, name } = await make(door, saidIn(new URL(request.url).searchParams))
    return fileOf(streamOf(typeof text === 'string' ? once(text) : text, taking, asking.source.reference), type, name)
  } catch (thrown) {
    taking.leave()
    return refusedAs(thrown, asking.source.reference)
  }
}
/** A moment as it stands in the name of a file, where a colon may not. */
export const inName = (moment: string): string => `${moment.slice(0, 16).replace(':', '')}Z`
