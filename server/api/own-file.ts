/** Answers with all that is kept of whoever asks, as a file. */
import { elsewhere } from '~/server/personal/own-sections'
import { answersFile, inName } from './answer-file'
import type { Door } from './download'

type Taken = Extract<Awaited<ReturnType<Door['personal']['takeOwn']>>, { ok: true }>['value']

/** Page by page, so that no more than one is held. */
export async function* textOf(readAt: string, first: Taken, pageAfter: (after: string) => Promise<Taken>): AsyncGenerator<string> {
  yield `{"readAt":${JSON.stringify(readAt)},"account":${JSON.stringify(first.account?.sections ?? {}, null, 1)},\n"onlyTheNewestOf":${JSON.stringify(first.account?.cut ?? [])},\n"records":[`
  let isFirst = true
  for (let page = first; ; page = await pageAfter(page.next)) {
    if (page.records.length > 0) yield `${isFirst ? '' : ','}\n${page.records.map((record) => JSON.stringify(record)).join(',\n')}`
    isFirst = isFirst && page.records.length === 0
    if (page.next === null) break
  }
  yield `\n],"notInHere":${JSON.stringify(elsewhere.map(({ what, why }) => ({ what, why })), null, 1)}}\n`
}

export const answerOwn = answersFile(async (door, said) => {
  const readAt = new Date().toISOString()
  const taken = async (asked: object): Promise<Taken> => {
    const answer = await door.personal.takeOwn(asked as Parameters<Door['personal']['takeOwn']>[0])
    if (!answer.ok) throw new Error(`one's own was refused: ${answer.refusal}`)
    return answer.value
  }
  // Whatever the address says, the file begins at the beginning: one that did not would be taken for whole.
  const first = await taken({ ...said, after: null })
  return { text: textOf(readAt, first, (after) => taken({ after })), type: 'application/json', name: `kept-of-me-${inName(readAt)}.json` }
})
