import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { makeToken } from '~/server/identity/token'
import { secretsByName, secretsByShape } from '~/server/testing/secrets'
import { hasSecret, isDigestName, isHidden, redactText } from './decide-redaction'

test.each(secretsByShape())('%s is not readable, wherever in a text it stands', (_, text, core) => {
  for (const around of [text, `It is ${text}`, `(${text}).`, `first line\n${text}\nlast line`, `"${text}",`]) {
    expect(redactText(around)).not.toContain(core)
    expect(hasSecret(around)).toBe(true)
    expect(redactText(redactText(around))).toBe(redactText(around))
  }
})
test.each(secretsByName())('%s is hidden by the name it stands under', (name, value) => {
  for (const written of [name, name.toUpperCase(), `my_${name}`.replace(/^my_(code|pin|otp|proof|nonce|signature)$/, '$1')]) expect([written, isHidden(written, value)]).toEqual([written, true])
})
test('what is no secret stays readable: names, ids, digests, versions, addresses and prose', () => {
  const plain = [
    'NVIDIA H100 80GB HBM3', 'A100-SXM4-80GB', 'nvidia.com/gpu', 'nvidia.com/mig-1g.10gb', 'gpu-worker-042.eu-west-1.compute.internal', 'GPU-5fd4f1a5-0a1b-4c5d-9e8f-7a6b5c4d3e2f', randomUUID(), createHash('sha256').update('x').digest('hex'), createHash('sha1').update('x').digest('hex'),
    `registry.example.org/team/trainer@sha256:${createHash('sha256').update('y').digest('hex')}`, '2026-11-22T17:00:00.000Z', 'https://hooks.example.org/in?team=gpu', 'postgres://db.internal:5432/app', 'ml-team/training-job-42', '8000m', '68719476736', 'resourceclaimtemplates.resource.k8s.io',
    'For the run of May: the password of the cluster is with Lin.', 'We count tokens per second, 5,000,000 of them.', 'Basic training of the new team', 'requires_approval && gpus > 8', 'device.attributes["gpu.nvidia.com"].productName == "A100"', 'team=research,cost-center=4711', 'cluster-autoscaler.kubernetes.io/safe-to-evict: "false"',
    'the-quick-brown-fox-jumps-over-the-lazy-dogs', 'ada@aurora.test', 'system:serviceaccount:training:default',
  ]
  for (const text of plain) expect(redactText(text)).toBe(text)
  for (const [name, value] of [['token', randomUUID()], ['model', 'H100'], ['key', 'cost-center'], ['automountServiceAccountToken', true], ['secretName', null], ['tokens', 5000], ['codec', 'h264'], ['nodes', 'a'], ['pinned', 'yes'], ['password', '']] as const) expect([name, isHidden(name, value)]).toEqual([name, false])
})
test('a digest has the shape of a token, and is known by where it stands', () => {
  const digest = createHash('sha256').update('terms').digest('base64url')
  const token = makeToken()
  expect([redactText(token), redactText(`It is ${token}.`), redactText(digest, true)]).toEqual(['[redacted]', 'It is [redacted].', digest])
  expect(['terms', 'inputDigest', 'leaf_hash', 'policyVersion', 'title', 'purpose'].map(isDigestName)).toEqual([true, true, true, true, false, false])
})
test('no text makes it slow: neither one that is thousands of beginnings, nor one of them without an end', () => {
  const parts = ['eyJ', '-eyJ', '-eyJaaaaa', '-eyJaaaaa.', 'aaaaaaaa.aaaaa.', 'a-', 'a://', '-----BEGIN PRIVATE KEY-----', '-----BEGIN ', '-----END ', '-', 'password=', 'A_', 'xoxb-', 'cookie:', 'https://a:b', 'AAAA-', ' ', '"name":"secret","value":"\\', '"value":"\\\\', 'bearer a', 'SG.aaaaaaaaaaaaaaaa.', 'a-a-token']
  const texts = [...parts.flatMap((part) => ['', '.a', '.aaaaa', '-----BEGIN PRIVATE KEY-----'].map((end) => part.repeat(64_000 / part.length) + end)), randomBytes(50_000).toString('base64url')]
  // The quickest of three: whatever else this machine does meanwhile is not the text's.
  const millisecondsOf = (text: string) => Math.min(...[1, 2, 3].map(() => {
    const began = performance.now()
    hasSecret(text)
    return performance.now() - began
  }))
  expect(texts.map((text) => [text.slice(0, 30), millisecondsOf(text)] as const).filter(([, milliseconds]) => milliseconds > 40)).toEqual([])
})
test('a token is found in the middle of what looks like one, and a key without its end', () => {
  const token = `eyJ${'a'.repeat(20)}.${'b'.repeat(20)}.${'c'.repeat(20)}`
  for (const [text, so] of [[`session-${token}`, 'session-[redacted]'], [`a-eyJ-${token}!`, 'a-[redacted]!'], [`aaaaaaaa.x-${token}`, 'aaaaaaaa.x-[redacted]'], [`eyJ ${token}`, 'eyJ [redacted]'], ['eyJhbGci-not.one', 'eyJhbGci-not.one']] as const) expect(redactText(text)).toBe(so)
  const key = `-----BEGIN EC PRIVATE KEY-----\nProc-Type: 4\n${'M'.repeat(30_000)}`
  expect([redactText(`${key}-----END EC PRIVATE KEY----- and more`), redactText(key), redactText(`${key}${key}`)]).toEqual(['[redacted] and more', '[redacted]', '[redacted][redacted]'])
})
