/** Guarantee: what the variables of a pod hold is not kept, and nothing that a check looks at becomes otherwise by that. */
import { expect, test } from 'vitest'
import { withoutValues } from './decide-variables'

const most = { bytesMost: 64 * 1024, depthMost: 64 }
const kept = (pod: object) => JSON.parse(withoutValues(JSON.stringify(pod), most))
const from = { name: 'KEY', valueFrom: { secretKeyRef: { name: 'keys', key: 'one' } } }

test('the values go, the names and whatever else is said stay, in each kind of container', () => {
  const pod = (env: object[]) => ({ containers: [{ name: 'a', image: 'x', env, securityContext: { privileged: true } }], initContainers: [{ name: 'b', env }], ephemeralContainers: [{ name: 'c', env }], hostNetwork: true })
  expect(kept(pod([{ name: 'PASSWORD', value: 'hunter2' }, from]))).toEqual(pod([{ name: 'PASSWORD' }, from]))
  expect(kept({ apiVersion: 'v1', kind: 'Pod', spec: pod([{ name: 'PASSWORD', value: 'hunter2' }]) })).toEqual({ apiVersion: 'v1', kind: 'Pod', spec: pod([{ name: 'PASSWORD' }]) })
})
test('said again it is the same, and of one without values not a character is otherwise', () => {
  const once = withoutValues('{"containers":[{"name":"a","env":[{"name":"A","value":"b"}]}]}', most)
  expect(withoutValues(once, most)).toBe(once)
  const spaced = '{ "containers": [ {"name": "a", "env": [{"name":"A"}], "args": ["--value", "b"]} ], "value": "kept" }'
  expect(withoutValues(spaced, most)).toBe(spaced)
})
test.each(['{"containers":[{"env":[{"name":"A","value":"b","value":"c"}]}]}', '{"privileged":false,"privileged":true,"containers":[{"env":[{"value":"b"}]}]}', '{"containers":[{"env":[{"value":"b"}]}]', 'null', '[]', '"text"'])('what no two parsers read alike, or is no pod, stays as it came: %s', (text) => {
  expect(withoutValues(text, most)).toBe(text)
})
test('a key that is no member of an object’s own is kept as one', () => {
  expect(withoutValues('{"__proto__":{"containers":[]},"containers":[{"env":[{"name":"A","value":"b"}]}]}', most)).toBe('{"__proto__":{"containers":[]},"containers":[{"env":[{"name":"A"}]}]}')
})
