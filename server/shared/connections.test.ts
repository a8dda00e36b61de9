import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { boundConnections, connectionsMost } from './connections'

test('where there are as many connections as there may be, those on which nothing is asked go, and whoever is being answered stays', async () => {
  const slow: (() => void)[] = []
  const server = createServer({ keepAliveTimeout: 600_000 }, ({ url }, response) => { if (url === '/slow') slow.push(() => response.end('slow')); else response.end('quick') })
  boundConnections(server, 3)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const opened: Socket[] = []
  const heard = new Map<Socket, string>()
  const ask = (path: string): Socket => {
    const socket = connect(port, '127.0.0.1', () => socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`))
    opened.push(socket.on('error', () => undefined).on('data', (part) => heard.set(socket, `${heard.get(socket) ?? ''}${String(part)}`)))
    return socket
  }
  const isAnswered = (socket: Socket) => expect.poll(() => heard.get(socket) ?? '').toContain('200 OK')
  const waits = ask('/slow')
  await expect.poll(() => slow.length).toBe(1)
  const idle = [ask('/'), ask('/')]
  for (const socket of idle) await isAnswered(socket)
  // Whoever finds no room is not heard, and makes room for the next.
  await once(ask('/'), 'close')
  await expect.poll(() => idle.every(({ closed }) => closed)).toBe(true)
  await isAnswered(ask('/'))
  slow[0]?.()
  await isAnswered(waits)
  for (const socket of opened) socket.destroy()
  server.close()
})
test.each([[20_000, 19_700], [1_024, 724], [256, 100], ['unlimited', null]] as const)('of %s files there are %s for connections', (soft, most) => {
  expect(connectionsMost({ userLimits: { open_files: { soft } } })).toBe(most)
})
test('how many files this process may open is known here', () => {
  expect(connectionsMost()).not.toBe(undefined)
  expect(process.report.getReport()).toMatchObject({ userLimits: { open_files: { soft: expect.anything() } } })
})
