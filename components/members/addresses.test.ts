import { expect, test } from 'vitest'
import { addressesIn } from './addresses'

test.each<[says: string, text: string, addresses: string[]]>([
  ['lines', 'a@x.test\nb@x.test', ['a@x.test', 'b@x.test']],
  ['lines of another system, with spaces and gaps', ' a@x.test \r\n\r\n b@x.test\r\n', ['a@x.test', 'b@x.test']],
  ['the first column of a table, under its heading', 'E-mail,Name\n"a@x.test","Ada, A."\nb@x.test,Bo', ['a@x.test', 'b@x.test']],
  ['columns by semicolons or tabs', 'email;name\na@x.test;Ada\nb@x.test\tBo', ['a@x.test', 'b@x.test']],
  ['what is no address stays, to be refused', 'Ada\na@x.test', ['Ada', 'a@x.test']],
  ['a heading stands first or it is none', 'a@x.test\nemail', ['a@x.test', 'email']],
  ['nothing', ' \n', []],
])('%s', (_says, text, addresses) => expect(addressesIn(text)).toEqual(addresses))
