import { type Asked, firstPage, type Page } from '~/server/api/page'
import { doorFor, type Person } from './world'

/** All of a list, page by page, as somebody reads it who presses Next until there is none. */
export async function everyRow<Row>(read: (asked: Asked) => Promise<Page<Row>>): Promise<Row[]> {
  const rows: Row[] = []
  for (let asked: Asked | null = firstPage; asked;) {
    const page: Page<Row> = await read(asked)
    rows.push(...page.rows)
    asked = page.next === null ? null : { after: page.next, before: null }
  }
  return rows
}

export async function namespacesOf(person: Person, tenant: string): Promise<string[]> {
  const door = await doorFor(person)
  return (await everyRow((asked) => door.namespaces.list({ tenant, find: null, state: null, environment: null, sort: 'name', descending: false, ...asked }))).map(({ name }) => name)
}
export async function quotasOf(person: Person, tenant: string) {
  const door = await doorFor(person)
  return everyRow((asked) => door.quotas.list({ tenant, namespace: null, find: null, ...asked }))
}
