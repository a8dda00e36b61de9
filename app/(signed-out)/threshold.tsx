import { Announcer } from '~/components/shell/announcer'
import { NotKept } from '~/components/sign-in/not-kept'

/** A page for somebody who is not in yet. */
export const Threshold = ({ title, says, children }: { title: string; says: string; children: React.ReactNode }) => (
  <main className="mx-auto grid min-h-dvh max-w-sm content-center gap-6 p-4">
    <p className="font-semibold text-strong">Bailiwick</p>
    <div className="grid gap-4 rounded-panel border border-line bg-panel p-6">
      <h1 className="text-title">{title}</h1>
      <p>{says}</p>
      <NotKept />
      {children}
    </div>
    <Announcer />
  </main>
)
