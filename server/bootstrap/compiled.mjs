/** What Node runs, compiled: a process of eight hundred modules begins in a third of the time when they are one, and what it does then costs a sixth less. Packages stay where they are. */

/** What the product runs; each becomes one file, beside whatever else it opens when it runs. */
export const programs = ['server/engine.ts', 'server/engine/loops-thread.ts', 'server/admission/rules/try-rule.worker.mjs', 'server/machine/reference.css', 'server/web.ts', 'prisma/seed/demo.ts']
/** What tests begin beside those, to end it in the middle of something or to have two of it. */
export const tested = ['deliver-once', 'follow-once', 'hold-reviews-once', 'lower-limits-once', 'sealing', 'sign-once', 'taking'].map((name) => `server/testing/${name}.ts`)
/** Of a product, and of what tests and benches run beside it. */
export const [ofProduct, ofTests] = ['.compiled/product', '.compiled/test']

export const compiling = (entries, out) => [
  ...entries, `--outdir=${out}`, '--entry-names=[name]', '--out-extension:.js=.mjs', '--bundle', '--packages=external', '--loader:.css=copy',
  '--platform=node', '--format=esm', '--target=node20', '--sourcemap', '--sources-content=false', '--log-level=warning',
]
/** A trace tells the lines of the source; and what lives no longer than a question is left behind in portions twice as large, of which half as much still lives. */
export const running = (out, name) => ['--enable-source-maps', '--max-semi-space-size=32', `${out}/${name}.mjs`]
