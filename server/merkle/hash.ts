import { createHash } from 'node:crypto'

/** 32 bytes of SHA-256. */
export type Hash = Buffer

const hashOf = (...parts: readonly Uint8Array[]): Hash => parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest()
const [ofLeaf, ofNode] = [Buffer.of(0), Buffer.of(1)]

/** What is hashed begins with what it is, so that a leaf is never taken for a node of the tree, nor a node for a leaf. */
export const leafHash = (bytes: Uint8Array): Hash => hashOf(ofLeaf, bytes)
export const nodeHash = (left: Uint8Array, right: Uint8Array): Hash => hashOf(ofNode, left, right)
export const emptyRoot: Hash = hashOf()
