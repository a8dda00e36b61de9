/** What there is to do in a tenant that is frozen: said wherever it refuses, whether or not there is anything. */
export const thawing = 'Ask a platform admin to thaw it. Where its personal data was erased it is frozen for good.'
