/** One part, in its states, under its name. */
export function Shown({ name, children }: { name: string; children: React.ReactNode }) {
  const id = name.toLowerCase().replaceAll(' ', '-')
  return (
    <section aria-labelledby={id} className="grid grid-cols-[minmax(0,1fr)] gap-4 border-t border-line pt-6">
      <h2 id={id} className="text-section">{name}</h2>
      {children}
    </section>
  )
}
/** One state of it. */
export const State = ({ says, children }: { says: string; children: React.ReactNode }) => (
  <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-2">
    <p className="text-small text-quiet">{says}</p>
    {children}
  </div>
)
export const Row = ({ children }: { children: React.ReactNode }) => <div className="flex flex-wrap items-start gap-x-8 gap-y-4">{children}</div>
