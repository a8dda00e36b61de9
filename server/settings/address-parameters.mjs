// Plain Node, because the start asks it, too, before anything is installed.

/** What may follow the question mark in a database's address, once each. What else the client would read there — another host, no TLS, options of the session — is said over what stands before it. */
const known = ['sslmode', 'sslrootcert', 'sslcert', 'sslkey']

/** The sentence about the first that may not, for the setting of this name; null where there is none. */
export function parameterProblem(/** @type {string} */ name, /** @type {URL} */ { searchParams }) {
  const given = [...searchParams.keys()]
  const strange = given.find((one, at) => !known.includes(one) || given.indexOf(one) !== at)
  return strange === undefined ? null : `${name} has ${JSON.stringify(strange.slice(0, 40))} in its address${known.includes(strange) ? ' twice' : ''}: after the question mark only ${known.join(', ')} are read, once each.`
}
