import { keyedHash } from '~/server/keys/seal'

/** Below a thousand, and the same for a request for ever: whoever has the key can draw again, and nobody else can tell beforehand. */
export const drawOf = (key: Buffer, request: string): number => keyedHash(key, 'draw of a request', request).readUIntBE(0, 6) % 1_000
