import { Agent, createServer, get, type IncomingMessage, type Server } from 'node:http'
import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { expect, test, vi } from 'vitest'
import { endListener, followAnswers } from './end-listener'

/** A listener whose connections are kept for as long as anybody likes, and what lets each answer go. */
async function listening(): Promise<{ server: Server; ask: (agent: Agent) => Promise<IncomingMessage>; asked: (() => void)[] }> {
  const asked: (() => void)[] = []
  const server = followAnswers(createServer({ keepAliveTimeout: 600_000 }, (_, response) => { asked.push(() => response.end('answered')) })).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const ask = async (agent: Agent) => {
    const [response] = await once(get({ port, host: '127.0.0.1', agent }), 'response') as [IncomingMessage]
    response.resume()
    await once(response, 'end')
    return response
  }
  return { server, ask, asked }
}

test('what is under way when a listener ends is answered, told that its connection closes, and keeps neither that nor the process', async () => {
  const { server, ask, asked } = await listening()
  const agent = new Agent({ keepAlive: true })
  const answer = ask(agent)
  const cutOff = vi.spyOn(server, 'closeAllConnections')
  await expect.poll(() => asked.length).toBe(1)
  const ended = endListener(server)
  asked[0]?.()
  const { statusCode, headers } = await answer
  expect([statusCode, headers.connection]).toEqual([200, 'close'])
  await ended
  expect(cutOff).not.toHaveBeenCalled()
  agent.destroy()
})

test('who asks on by a connection that was kept is answered once more, and told that it closes', async () => {
  const { server, asked } = await listening()
  const there: Socket[] = []
  server.on('connection', (of) => there.push(of))
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  let heard = ''
  socket.on('data', (part) => { heard += part })
  const question = 'GET / HTTP/1.1\r\nHost: here\r\n\r\n'
  socket.write(question)
  await expect.poll(() => asked.length).toBe(1)
  asked[0]?.()
  await expect.poll(() => heard).toMatch(/Connection: keep-alive.*answered/s)
  // The second has begun when the listener is told to end, and comes in whole when it is ending already.
  socket.write(question.slice(0, -2))
  await expect.poll(() => there[0]?.bytesRead).toBe(2 * question.length - 2)
  const ended = endListener(server)
  socket.write(question.slice(-2))
  await expect.poll(() => asked.length).toBe(2)
  asked[1]?.()
  await once(socket, 'close')
  expect(heard).toMatch(/Connection: close.*answered$/s)
  await ended
})
