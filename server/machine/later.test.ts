import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { Later } from './later'

test('of what is sent behind one another the first is answered, late; what goes with the connection is nobody’s fault', async () => {
  const later = new Later(1)
  const came: IncomingMessage[] = []
  const server = createServer((request, response) => {
    came.push(request)
    later.answer(request, response, 20, () => response.writeHead(429).end())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  const heard = text(socket)
  socket.write('GET / HTTP/1.1\r\nHost: machine\r\n\r\n'.repeat(3))
  expect((await heard).match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 429'])
  await new Promise((over) => { server.close(over) })
  expect(came.map(({ errored, aborted }) => [errored, aborted])).toEqual([[null, false], [null, false], [null, false]])
})
