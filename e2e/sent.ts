/** What a browser is sent, answer by answer: for who looks in all of it for words that somebody may not know. */
import type { BrowserContext, Page } from '@playwright/test'

/** What cannot be read any more is null. */
export type Sent = { from: string; isPage: boolean; what: string | null }
/**
 * From here on: the sign-in page of a demo lists its people to anybody. Of what has come whole, because what was left before it had come never ends; what goes on has no end either, and
 * is heard where it is asked for. What a page was sent can be read for as long as it is open: whoever opens another waits for all of it first.
 */
export function hear(on: BrowserContext | Page): Promise<Sent>[] {
  const sent: Promise<Sent>[] = []
  const context = 'context' in on ? on.context() : on
  context.on('requestfinished', (request) => {
    sent.push((async () => {
      const response = await request.response()
      const isSentOn = response !== null && response.status() >= 300 && response.status() < 400
      const what = response && (await response.body().then(String, () => null))
      return { from: `${request.resourceType()} ${request.url()}`, isPage: request.resourceType() === 'document' && !isSentOn, what }
    })())
  })
  return sent
}
/** Each of the words that came, and how it came. */
export const wordsIn = (sent: readonly Sent[], words: readonly string[]): string[] => sent.flatMap(({ from, what }) => words.filter((word) => what?.includes(word)).map((word) => `${word} in ${from}`))
export const unreadPages = (sent: readonly Sent[]): string[] => sent.flatMap(({ from, isPage, what }) => (isPage && what === null ? [from] : []))
