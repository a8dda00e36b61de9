import pg from 'pg'

/** What the database is asked while this is done, by whoever of this process. */
export async function statementsIn(work: () => Promise<unknown>): Promise<string[]> {
  const query = pg.Client.prototype.query
  const texts: string[] = []
  pg.Client.prototype.query = function (this: pg.Client, ...asked: [string | { text: string }, ...never[]]) {
    texts.push(typeof asked[0] === 'string' ? asked[0] : asked[0].text)
    return Reflect.apply(query, this, asked)
  } as typeof query
  try {
    await work()
  } finally {
    pg.Client.prototype.query = query
  }
  return texts
}
