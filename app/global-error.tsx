'use client'
import './globals.css'

/** When not even the layout could be made: no part of it is used here. */
export default function GlobalError({ error }: { error: Error & { digest?: string } }) {
  return (
    <html lang="en">
      <body>
        <title>Bailiwick</title>
        <main className="mx-auto grid max-w-2xl gap-2 p-4 pt-16">
          <h1 className="text-title">Bailiwick could not be loaded</h1>
          <p>Nothing was changed. Load the page again in a moment.</p>
          {error.digest && <p className="text-quiet">Reference <span className="name">{error.digest}</span></p>}
        </main>
      </body>
    </html>
  )
}
