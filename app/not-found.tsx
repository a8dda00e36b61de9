/** Next's own has styles inside its tags, which the content security policy refuses. */
export default function NotFound() {
  return <main className="mx-auto max-w-sm p-8"><h1 className="text-xl font-semibold">Not found</h1><p>There is no such page, or it is not yours to see.</p></main>
}
