/** What stands where something would be: there is none yet, it may not be seen, it could not be read. */
export function Region({ title, level = 2, children, action }: { title: string; level?: 1 | 2 | 3; children: React.ReactNode; action?: React.ReactNode }) {
  const Heading = `h${level}` as const
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] justify-items-start gap-2 rounded-panel border border-line bg-panel p-6">
      <Heading className="text-section">{title}</Heading>
      <div className="max-w-[80ch]">{children}</div>
      {action && <div className="mt-2 flex gap-3">{action}</div>}
    </section>
  )
}
