/**
 * The policy header makes the browser refuse every string that would become code. Next's own loader makes such strings, of its chunks' addresses, and React
 * one constant; so the loader begins with the one policy that lets these through and nothing else. It stands in the loader's file because nothing can run
 * before that, on no page: a script in the layout comes after the loader, and is missing where a layout failed.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { Stop } from './words.mjs'

const policy = `globalThis.trustedTypes?.createPolicy('default',{\
createScriptURL:(given)=>{const url=new URL(given,location.href);return url.origin===location.origin&&url.pathname.startsWith('/_next/static/')?given:null},\
createHTML:(given)=>given==='<script></script>'?given:null});\n`

export function trustTheLoader(dist) {
  const chunks = `${dist}/static/chunks`
  const loaders = readdirSync(chunks).filter((name) => /^turbopack-.*\.js$/.test(name))
  if (loaders.length === 0) throw new Stop('The build has no loader that scripts could be trusted by: this version of Next names it differently.')
  for (const loader of loaders) writeFileSync(`${chunks}/${loader}`, policy + readFileSync(`${chunks}/${loader}`, 'utf8'))
}
