import { expect, test } from 'vitest'
import { paths } from './paths'

/** Names that would break an address that forgot to encode them. */
const given = ['a/b', 'c d', 'nvidia.com/gpu'] as const

test('an address that somebody kept goes on leading where it led', async () => {
  const written = Object.entries(paths).map(([name, path]) => `${name.padEnd(20)} ${(path as (...names: string[]) => string)(...given.slice(0, path.length))}`)
  await expect(`${written.join('\n')}\n`).toMatchFileSnapshot('paths.txt')
})
