import type { BrowserContext, Page, Request } from '@playwright/test'

const keptMost = 200
/** What the windows of a story asked, what came of it and where they stood last: what failed once and never again is explained by it or by nothing. */
export function listenAsked(context: BrowserContext): () => string {
  const began = Date.now()
  const told: { at: number; says: string; came: string }[] = []
  const tell = (says: string, came = '') => {
    const one = { at: Date.now() - began, says, came }
    told.push(one)
    if (told.length > keptMost) told.shift()
    return one
  }
  const asked = new WeakMap<Request, { came: string }>()
  const come = (request: Request, came: string) => {
    const one = asked.get(request)
    if (one) one.came += ` ${came} at ${Date.now() - began} ms;`
  }
  context.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    asked.set(request, tell(`${request.method()} ${pathname}${search} (${request.resourceType()})`, ':'))
  })
  context.on('response', (response) => come(response.request(), String(response.status())))
  context.on('requestfinished', (request) => come(request, 'whole'))
  context.on('requestfailed', (request) => come(request, request.failure()?.errorText ?? 'failed'))
  const follow = (page: Page) => page.on('framenavigated', (frame) => { if (frame === page.mainFrame()) tell(`stands at ${frame.url()}`) })
  context.on('page', follow)
  for (const page of context.pages()) follow(page)
  const isDull = ({ says, came }: { says: string; came: string }) => says.includes('/_next/static/') && came.includes('whole')
  return () => [...context.pages().map((page) => `- a window is at ${page.url()}`), ...told.filter((one) => !isDull(one)).map(({ at, says, came }) => `- ${at} ms: ${says}${came}`)].join('\n')
}
