/** What somebody may make this server connect to by naming it as a webhook. The listeners are real, and so is the name server; both are on loopback. */
import { createSocket, type Socket as Udp } from 'node:dgram'
import { Resolver } from 'node:dns/promises'
import { createServer as createHttpServer, type Server as HttpServer } from 'node:http'
import { Agent } from 'node:https'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { decideTarget, isPublicAddress } from './decide-target'
import { get, post, type Resolve } from './post'

const sent = { headers: { 'webhook-id': 'x' }, body: '{}' }
let connections = 0
let [four, six]: Server[] = []
let port = ''
/** What the name server says of each name, one answer after another; the last stays. */
const names: Record<string, string[][]> = {
  'rebinds.test': [['93.184.215.14'], ['127.0.0.1']], 'loopback.test': [['127.0.0.1']], 'mixed.test': [['93.184.215.14', '127.0.0.1']], 'metadata.google.internal': [['169.254.169.254']], 'private.test': [['10.1.2.3']], '127.0.0.1.test': [['127.0.0.1']],
}
const asked: string[] = []
let nameServer: Udp
let resolve: Resolve

/** As much of DNS as A answers need: the question again, and its addresses. */
function answerTo(question: Buffer): Buffer {
  const labels: string[] = []
  let at = 12
  for (let length = question[at] ?? 0; length > 0; length = question[at] ?? 0) {
    labels.push(question.toString('latin1', at + 1, at + 1 + length))
    at += length + 1
  }
  const name = labels.join('.').toLowerCase()
  asked.push(name)
  const answers = names[name] ?? [[]]
  const addresses = (answers.length > 1 ? answers.shift() : answers[0]) ?? []
  const header = Buffer.from(question.subarray(0, 12))
  header.writeUInt16BE(addresses.length === 0 ? 0x8183 : 0x8180, 2)
  header.writeUInt16BE(addresses.length, 6)
  header.fill(0, 8)
  const records = addresses.map((address) => Buffer.concat([Buffer.from('c00c00010001000000000004', 'hex'), Buffer.from(address.split('.').map(Number))]))
  return Buffer.concat([header, question.subarray(12, at + 5), ...records])
}

beforeAll(async () => {
  const listen = (host: string, onPort: number) => new Promise<Server>((done) => {
    const server = createServer((socket) => { connections++; socket.destroy() })
    server.listen(onPort, host, () => done(server))
  })
  four = await listen('127.0.0.1', 0)
  const number = (four.address() as AddressInfo).port
  port = String(number)
  six = await listen('::1', number)
  nameServer = createSocket('udp4')
  nameServer.on('message', (question, { port: from, address }) => { nameServer.send(answerTo(question), from, address) })
  await new Promise<void>((done) => { nameServer.bind(0, '127.0.0.1', done) })
  const resolver = new Resolver({ timeout: 2_000, tries: 1 })
  resolver.setServers([`127.0.0.1:${nameServer.address().port}`])
  resolve = async (host) => (await resolver.resolve4(host)).map((address) => ({ address, family: 4 }))
})
afterAll(() => {
  four?.close()
  six?.close()
  nameServer.close()
})

const hosts = [
  // This machine, in the ways there are of writing it.
  '127.0.0.1', '127.1', '127.0.1', '127.0.0.1.', '127.000.000.001', '0x7f.0.0.1', '0x7f.1', '0x7f000001', '2130706433', '0177.0.0.1', '017700000001', '127.255.255.254', '0', '0.0.0.0', '0.1.2.3', 'localhost', 'LocalHost', 'localhost.',
  '①②⑦.⓪.⓪.①', '127。0。0。1', '%31%32%37.0.0.1', '[::1]', '[0:0:0:0:0:0:0:1]', '[::]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::127.0.0.1]', '[::ffff:0:127.0.0.1]', '[64:ff9b::7f00:1]', '[64:ff9b:1::7f00:1]', '[2002:7f00:1::]', '[2001:0:7f00:1::1]',
  // This network, and those that are no part of the internet.
  '10.0.0.1', '10.255.255.255', '172.16.0.1', '172.31.255.255', '192.168.0.1', '169.254.169.254', '169.254.0.1', '100.64.0.1', '100.127.255.254', '192.0.0.1', '192.0.2.1', '192.88.99.1', '198.18.0.1', '198.19.255.255', '198.51.100.1', '203.0.113.1',
  '224.0.0.1', '239.255.255.250', '240.0.0.1', '255.255.255.255', '[fe80::1]', '[fc00::1]', '[fd00:ec2::254]', '[fec0::1]', '[ff02::1]', '[2001:db8::1]', '[3fff::1]', '[100::1]', '[2001:2::1]', '[2001:10::1]', '[5f00::1]', '[4000::1]',
  // Names that nobody on the internet has, and names that lead here.
  'metadata', 'intranet', 'loopback.test', 'mixed.test', 'metadata.google.internal', 'private.test', '127.0.0.1.test', 'nobody.test',
]
const others = () => [
  'file:///etc/passwd', 'gopher://127.0.0.1:6379/_x', 'ftp://127.0.0.1/', 'data:application/json,{}', 'javascript:alert(1)', 'unix:/var/run/docker.sock', 'ws://127.0.0.1/', '//127.0.0.1/', 'http://hooks.example.org/', `http://127.0.0.1:${port}/`,
  `https://me:secret@hooks.example.org/`, `https://hooks.example.org@127.0.0.1:${port}/`, `https://hooks.example.org:22/`, 'https://hooks.example.org:6379/', `https://hooks.example.org#@127.0.0.1:${port}/`, `https://127.0.0.1:${port}#.example.org`, `https://127.0.0.1:${port}\\@hooks.example.org/`,
  'https://', 'https://[::1', '', `https://hooks.example.org/${'x'.repeat(3_000)}`,
]

test('of all these addresses not one is connected to', async () => {
  // The listener’s own port is made a usual one, so that what keeps each of them out is what it is and not where.
  const corpus = [...hosts.map((host) => `https://${host}:${port}/hook`), ...others()]
  expect(corpus.length).toBeGreaterThanOrEqual(60)
  const answers = await Promise.all(corpus.map(async (address) => [address, await post(address, sent, { inside: [], resolve, ports: ['', port], waitMs: 3_000 })] as const))
  console.log(`addresses refused: ${answers.length}, connections made: ${connections}`)
  for (const [address, answer] of answers) expect([address, answer]).toEqual([address, { failed: expect.stringMatching(/^(address_refused|not_resolved)$/) }])
  // The one name that nobody has is looked for; of the others not even the name is asked, or what it leads to is refused.
  expect(answers.filter(([, answer]) => 'failed' in answer && answer.failed === 'not_resolved').map(([address]) => address)).toEqual([`https://nobody.test:${port}/hook`])
  expect(connections).toBe(0)
})
test('a name is resolved once, and the connection goes to what was checked: what it resolves to a moment later is asked by nobody', async () => {
  names['rebinds.test'] = [['93.184.215.14'], ['127.0.0.1']]
  asked.length = 0
  const dialled: string[] = []
  class Nowhere extends Agent {
    override createConnection(options: { host?: string }): never {
      dialled.push(String(options.host))
      throw new Error('nobody is called')
    }
  }
  const once = () => post(`https://rebinds.test:${port}/`, sent, { inside: [], resolve, ports: [port], agent: new Nowhere(), waitMs: 3_000 }).catch(() => ({ failed: 'no_connection' }))
  expect(await once()).toEqual({ failed: 'no_connection' })
  expect([asked, dialled]).toEqual([['rebinds.test'], ['93.184.215.14']])
  expect(await once()).toEqual({ failed: 'address_refused' })
  expect([asked.length, dialled.length, connections]).toEqual([2, 1, 0])
})
test('what is anybody’s on the internet is let through', () => {
  expect(['93.184.215.14', '8.8.8.8', '2606:4700:4700::1111', '2a00:1450:4001:80b::200e'].map(isPublicAddress)).toEqual([true, true, true, true])
  for (const address of ['https://hooks.example.org/in?key=1', 'https://hooks.example.org:8443/', 'https://8.8.8.8/', 'https://[2606:4700:4700::1111]/', 'https://bücher.example/']) expect([address, decideTarget(address, []).ok]).toEqual([address, true])
})
test('what an operator said is theirs may be here and in the clear, at that port alone', () => {
  expect(decideTarget('http://127.0.0.1:8080/in', ['127.0.0.1:8080'])).toMatchObject({ ok: true, isInside: true })
  for (const address of ['http://127.0.0.1:8081/in', 'http://127.0.0.2:8080/in', 'ftp://127.0.0.1:8080/in', 'http://me:pw@127.0.0.1:8080/in']) expect([address, decideTarget(address, ['127.0.0.1:8080']).ok]).toEqual([address, false])
})

const serving = async (answer: Parameters<typeof createHttpServer>[1], work: (at: string, server: HttpServer) => Promise<void>) => {
  const server = createHttpServer(answer)
  await new Promise<void>((done) => { server.listen(0, '127.0.0.1', done) })
  try {
    await work(`127.0.0.1:${(server.address() as AddressInfo).port}`, server)
  } finally {
    server.closeAllConnections()
    server.close()
  }
}
test('a redirect is followed nowhere, and no proxy of the environment is used', async () => {
  connections = 0
  await serving((_request, response) => { response.writeHead(307, { location: `http://127.0.0.1:${port}/` }).end() }, async (at) => {
    const before = { ...process.env }
    for (const name of ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'ALL_PROXY']) process.env[name] = `http://127.0.0.1:${port}`
    process.env.NODE_USE_ENV_PROXY = '1'
    try {
      expect(await post(`http://${at}/in`, sent, { inside: [at] })).toEqual({ status: 307 })
    } finally {
      for (const name of ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'ALL_PROXY', 'NODE_USE_ENV_PROXY']) if (before[name] === undefined) delete process.env[name]
    }
  })
  expect(connections).toBe(0)
})
test('who never answers is left, and who answers without end is not listened to', async () => {
  await serving(() => undefined, async (at) => { expect(await post(`http://${at}/in`, sent, { inside: [at], waitMs: 200 })).toEqual({ failed: 'timed_out' }) })
  await serving((_request, response) => {
    const more = (): void => { if (!response.destroyed && response.write('x'.repeat(65_536))) setImmediate(more) }
    response.writeHead(200).on('drain', more).on('error', () => undefined)
    more()
  }, async (at, server) => {
    expect(await post(`http://${at}/in`, sent, { inside: [at] })).toEqual({ status: 200 })
    await expect.poll(() => new Promise((done) => { server.getConnections((_fault, count) => done(count)) })).toBe(0)
  })
  await serving((_request, response) => { response.socket?.end('HTTP/1.1 999 Odd\r\ncontent-length: 0\r\n\r\n') }, async (at) => { expect(await post(`http://${at}/in`, sent, { inside: [at] })).toEqual({ failed: 'no_connection' }) })
})
test('who answers that it speaks another protocol from now on is left, and is no answer', async () => {
  await serving((_request, response) => { response.socket?.write('HTTP/1.1 101 Switching Protocols\r\nconnection: Upgrade\r\nupgrade: other\r\n\r\n') }, async (at, server) => {
    expect(await post(`http://${at}/in`, sent, { inside: [at], waitMs: 1_000 })).toEqual({ failed: 'no_connection' })
    expect(await get(`http://${at}/in`, 1_000, { inside: [at], waitMs: 1_000 })).toBeNull()
    await expect.poll(() => new Promise((done) => { server.getConnections((_fault, count) => done(count)) })).toBe(0)
  })
})
