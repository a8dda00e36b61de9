/**
 * A regime as a document of OSCAL's assessment results (NIST, usnistgov/OSCAL), so that other tools read what this product shows. An id is made from what it names: two
 * documents of one state are the same but for when they were made. What a document and its result name is that state, so another state has other ids, as OSCAL wants it of a document
 * that says something else; a finding and what was observed keep theirs, by which they are followed from one document to the next.
 */
import { createHash } from 'node:crypto'
import { type Regime, regimeWords } from './catalogue'
import { done, staleMs } from './decide-control'
import { gapWords, isSatisfied, type RequirementState } from './decide-requirement'
import type { ControlShown } from './list-controls'
import type { RegimeShown, RequirementShown } from './read-regime'

export const oscalVersion = '1.2.2'
/** Whose words the properties are that OSCAL does not have itself. */
export const ours = 'urn:bailiwick:oscal'

/** As RFC 9562 makes an id from a name (version 5). */
const space = Buffer.from('6ba7b8119dad11d180b400c04fd430c8', 'hex')
export function uuidOf(name: string): string {
  const bytes = createHash('sha1').update(space).update(`${ours}:${name}`).digest().subarray(0, 16)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x50
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
/** A requirement as OSCAL names one: `AC-6(2)` is `ac-6.2`, as in NIST's own catalogue. No name there begins with a digit. */
export function tokenOf(requirement: string): string {
  const token = requirement.toLowerCase().replaceAll(/[()\s]+/g, '.').replaceAll(/\.{2,}/g, '.').replace(/\.$/, '')
  return /^\d/.test(token) ? `s${token}` : token
}

const prop = (name: string, value: string) => ({ name, ns: ours, value })
const outcome = (act: string, how: string | null) => `${act}: ${how === done ? 'done' : `refused with ${how}`}.`

function observationOf({ control, says, state, since, checkedAt, tried, forbidden, allowed }: ControlShown & { checkedAt: string }) {
  return {
    uuid: uuidOf(`observation:${control}`), title: control, description: says,
    props: [prop('state', state), ...(since === null ? [] : [prop('since', since)])],
    methods: ['TEST'], types: ['control-objective'],
    'relevant-evidence': [{ description: `What is forbidden was tried. ${outcome(tried.forbidden, forbidden)}` }, { description: `What is allowed was tried beside it. ${outcome(tried.allowed, allowed)}` }],
    // What was tried longer ago than this says nothing of now.
    collected: checkedAt, expires: new Date(Date.parse(checkedAt) + staleMs).toISOString(),
  }
}
const isTried = (control: ControlShown): control is ControlShown & { checkedAt: string } => control.checkedAt !== null
const reasons: Readonly<Record<RequirementState, string>> = { proven: 'pass', violated: 'fail', gap: 'other', unknown: 'other' }
function remarksOf({ state, controls, gaps }: RequirementShown): string {
  const named = (wanted: ControlShown['state']) => controls.filter((one) => one.state === wanted).map(({ control }) => control).join(', ')
  const missing = gaps.map(({ whose, missing: what }) => `${gapWords[whose]}: ${what}`)
  return [
    ...(state === 'proven' ? ['Each control that answers it is proven.'] : []), ...(named('violated') ? [`Violated: ${named('violated')}.`] : []), ...(named('unknown') ? [`Unknown: ${named('unknown')}.`] : []),
    ...(controls.length === 0 ? ['No control answers it.'] : []), ...missing,
  ].join(' ')
}
function findingOf(regime: Regime, shown: RequirementShown) {
  const { requirement, asks, state, controls } = shown
  const related = controls.filter(isTried).map(({ control }) => ({ 'observation-uuid': uuidOf(`observation:${control}`) }))
  return {
    uuid: uuidOf(`finding:${regime}:${requirement}`), title: requirement, description: asks, props: [prop('state', state)],
    target: { type: 'statement-id', 'target-id': `${tokenOf(requirement)}_smt`, status: { state: isSatisfied(state) ? 'satisfied' : 'not-satisfied', reason: reasons[state], remarks: remarksOf(shown) } },
    ...(related.length === 0 ? {} : { 'related-observations': related }),
  }
}

export function oscalOf({ regime, readAt, version, requirements }: RegimeShown) {
  const controls = [...new Map(requirements.flatMap(({ controls: some }) => some).map((control) => [control.control, control])).values()].filter(isTried)
  const when = controls.map(({ checkedAt }) => checkedAt).sort()
  const plan = uuidOf('plan')
  const said = {
    title: regimeWords[regime],
    description: 'Each control was tried by doing what it forbids, and what is allowed beside it. A requirement is satisfied where all controls that answer it are proven and nothing is missing.',
    start: when[0] ?? readAt, end: when.at(-1) ?? readAt,
    'reviewed-controls': { 'control-selections': [{ 'include-controls': requirements.map(({ requirement }) => ({ 'control-id': tokenOf(requirement) })) }] },
    ...(controls.length === 0 ? {} : { observations: controls.map(observationOf) }),
    findings: requirements.map((shown) => findingOf(regime, shown)),
  }
  const state = createHash('sha256').update(JSON.stringify([version, said])).digest('base64url')
  return {
    'assessment-results': {
      uuid: uuidOf(`assessment-results:${regime}:${state}`),
      metadata: { title: `${regimeWords[regime]}: what Bailiwick promises, and whether it holds`, 'last-modified': readAt, version, 'oscal-version': oscalVersion },
      'import-ap': { href: `#${plan}` },
      results: [{ uuid: uuidOf(`result:${regime}:${state}`), ...said }],
      'back-matter': { resources: [{ uuid: plan, title: 'How controls are tried', description: 'Every five minutes each control is tried by the product itself: what is forbidden, and what is allowed, as somebody who is nobody, and both are taken back. What was last tried a quarter of an hour ago is unknown.' }] },
    },
  }
}
