/** By name where the reader may know it; else by id, which is what the record keeps. */
export function Who({ id, behalf = null, names }: { id: string | null; behalf?: string | null; names: Readonly<Record<string, string>> }) {
  const whose = id === null ? <span className="text-quiet">Nobody signed in</span> : (names[id] ?? (/^[0-9a-f-]{36}$/.test(id) ? <span className="name" title={id}>{id.slice(0, 8)}…</span> : id))
  return behalf === null ? whose : <>{whose} <span className="text-quiet">by {behalf.startsWith('token ') ? 'a token' : behalf}</span></>
}
