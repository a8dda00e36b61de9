/** A part of a page that has a heading. The heading names it, for whoever goes from region to region. */
export function Section({ title, children }: { title: string; children: React.ReactNode }) {
  const id = title.toLowerCase().replaceAll(' ', '-')
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] content-start gap-3" aria-labelledby={id}>
      <h2 id={id} className="text-section">{title}</h2>
      {children}
    </section>
  )
}
