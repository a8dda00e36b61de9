import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { Later } from './later'

/** Somebody who is told no after a moment, and what came of theirs. */
async function asking(): Promise<{ server: Server; socket: Socket; heard: Promise<RegExpMatchArray | null>; came: IncomingMessage[] }> {
  const later = new Later(1)
  const came: IncomingMessage[] = []
  const server = createServer((request, response) => {
    came.push(request)
    if (!later.letsGo(request)) later.answer(request, response, 500, () => response.writeHead(429).end())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  return { server, socket, came, heard: text(socket).then((all) => all.match(/HTTP\/1.1 \d+/g)) }
}
const question = 'GET / HTTP/1.1\r\nHost: machine\r\n\r\n'

test('of what is sent behind one another the first is answered, late; what goes with the connection is nobody’s fault', async () => {
  const { server, socket, heard, came } = await asking()
  socket.write(question.repeat(3))
  expect(await heard).toEqual(['HTTP/1.1 429'])
  await new Promise((over) => { server.close(over) })
  expect(came.map(({ errored, aborted }) => [errored, aborted])).toEqual([[null, false], [null, false], [null, false]])
})
test('what comes behind a question while it waits is not even read', async () => {
  const { server, socket, heard, came } = await asking()
  socket.write(question)
  await expect.poll(() => came.length, { interval: 5 }).toBe(1)
  socket.write(question.repeat(3))
  expect(await heard).toEqual(['HTTP/1.1 429'])
  await new Promise((over) => { server.close(over) })
  expect(came).toHaveLength(1)
})
test('a question whose body comes while it waits is answered, too', async () => {
  const { server, socket, heard, came } = await asking()
  socket.write('POST / HTTP/1.1\r\nHost: machine\r\nContent-Length: 4\r\n\r\n')
  await expect.poll(() => came.length, { interval: 5 }).toBe(1)
  socket.write('body')
  expect(await heard).toEqual(['HTTP/1.1 429'])
  await new Promise((over) => { server.close(over) })
})
