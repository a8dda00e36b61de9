import { expect, test } from 'vitest'
import { crumbsOf } from './crumbs'

const pages = [
  { href: '/tenants/aurora', says: 'Overview', locked: null }, { href: '/tenants/aurora/namespaces', says: 'Namespaces', locked: null },
  { href: '/tenants/aurora/requests', says: 'Requests', locked: null },
]
test.each([
  ['an overview is the place, and the place is said already', '/tenants/aurora', null, ''],
  ['a page', '/tenants/aurora/namespaces', null, 'Namespaces'],
  ['a thing on it', '/tenants/aurora/namespaces/training', null, 'Namespaces>/tenants/aurora/namespaces training'],
  ['a thing whose name is no path', '/tenants/aurora/namespaces/a%2Fb', null, 'Namespaces>/tenants/aurora/namespaces a/b'],
  ['a broken address is said as it is', '/tenants/aurora/namespaces/%', null, 'Namespaces>/tenants/aurora/namespaces %'],
  ['what the page calls itself', '/tenants/aurora/requests/4f1c', 'glacier', 'Requests>/tenants/aurora/requests glacier'],
  ['what is open beside the page', '/tenants/aurora/namespaces', 'Create', 'Namespaces>/tenants/aurora/namespaces Create'],
  ['under a thing, the last word only', '/tenants/aurora/requests/4f1c/terms', 'Terms', 'Requests>/tenants/aurora/requests 4f1c>/tenants/aurora/requests/4f1c Terms'],
  ['a page that is not in the list', '/tenants/aurora/elsewhere', null, ''],
])('%s', (_says, path, last, expected) => {
  expect(crumbsOf(path, pages, last).map(({ says, href }) => (href === null ? says : `${says}>${href}`)).join(' ')).toBe(expected)
})
