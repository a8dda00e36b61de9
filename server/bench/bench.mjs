/** `npm run bench -- <name>`: what takes too long, or kills too much, to be a test. A bench is a file here. */
import { readdirSync } from 'node:fs'

const names = readdirSync(new URL('.', import.meta.url)).map((file) => /^(.+)\.bench\.m?[jt]s$/.exec(file)?.[1]).filter(Boolean).sort()
const [name, ...rest] = process.argv.slice(2)
if (!names.includes(name)) {
  console.error(`Usage: npm run bench -- <${names.join(' | ')}>`)
  process.exit(2)
}
const { bench } = await import(`./${name}.bench.mjs`)
await bench(rest)
