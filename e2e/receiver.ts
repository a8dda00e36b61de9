import { createServer, type Server } from 'node:http'
import { test } from './people'

type Told = { id: string; timestamp: string; signature: string; body: string }
/** Somebody outside who is told something at this path, for as long as the stories of a file are told. What is posted elsewhere was for another file's. */
export function receiverAt(path: string) {
  const told: Told[] = []
  const answers = { status: 200 }
  let server: Server
  test.beforeAll(async () => {
    const [host, port] = (process.env.WEBHOOK_INSIDE ?? '').split(':')
    server = createServer((request, response) => {
      let body = ''
      const header = (name: string) => String(request.headers[`webhook-${name}`])
      request.on('data', (part) => { body += part }).on('end', () => {
        if (request.url === path) told.push({ id: header('id'), timestamp: header('timestamp'), signature: header('signature'), body })
        response.writeHead(answers.status).end()
      })
    })
    await new Promise<void>((done) => { server.listen(Number(port), host, done) })
  })
  test.afterAll(() => { server.close() })
  return { told, answers }
}
