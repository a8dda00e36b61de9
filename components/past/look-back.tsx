import { MomentForm } from './moment-form'

/** The way into the past of a page that is read now. */
export const LookBack = ({ now }: { now: string }) => (
  <details className="text-dense">
    <summary className="min-h-6 cursor-default text-accent underline underline-offset-2 hover:text-accent-hover">Look back</summary>
    <div className="py-2"><MomentForm at={now} /></div>
  </details>
)
