import { Algorithm, hash, verify } from '@node-rs/argon2'

/** OWASP's second recommendation for Argon2id: 19 MiB, two passes, one lane. Stored in each hash, so that raising it later leaves old hashes readable. */
const cost = { algorithm: 2 satisfies Algorithm.Argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 }
export const hashPassword = (password: string): Promise<string> => hash(password, cost)

/** Compared with when nobody has that e-mail, so that the answer takes as long. */
let nobody: Promise<string> | undefined
export async function passwordIsRight(kept: string | null, password: string): Promise<boolean> {
  nobody ??= hashPassword(crypto.randomUUID())
  const right = await verify(kept ?? (await nobody), password).catch(() => false)
  return right && kept !== null
}
